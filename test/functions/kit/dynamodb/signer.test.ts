import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { sign } from '../../../../functions/kit/dynamodb/lean/signer';

const host = 'dynamodb.eu-central-1.amazonaws.com';
const requestOf = (body: string, path = '/') => ({
  protocol: 'https:',
  hostname: host,
  method: 'POST',
  path,
  query: {},
  headers: { 'content-type': 'application/x-amz-json-1.0', host, 'x-amz-target': 'DynamoDB_20120810.GetItem' },
  body,
});

afterEach(() => jest.restoreAllMocks());

// Each row differs from the row before by one part, because the signer keeps its last key.
test.each<[what: string, time: string, region: string, secret: string, session?: string, body?: string, path?: string]>(
  [
    ['of a day', '2026-11-21T09:08:07.654Z', 'eu-central-1', 'secret', 'token', '{}'],
    ['of the next day', '2026-11-22T00:00:00.000Z', 'eu-central-1', 'secret', 'token', '{}'],
    ['of another region', '2026-11-22T00:00:00.000Z', 'cn-north-1', 'secret', 'token', '{}'],
    ['of another role', '2026-11-22T00:00:00.000Z', 'cn-north-1', 'other', 'token', '{}'],
    ['without a session', '2026-11-22T00:00:00.000Z', 'cn-north-1', 'other', undefined, '{}'],
    ['of any text', '2026-11-22T00:00:00.000Z', 'cn-north-1', 'other', undefined, '{"text":{"S":"é😀\\n"}}'],
    ['of a path', '2026-11-22T00:00:00.000Z', 'cn-north-1', 'other', undefined, '{}', '/a%20b//c/'],
  ],
)(
  'the signature %s is the one that the SDK makes',
  async (_, time, region, secretAccessKey, sessionToken, body = '', path = '/') => {
    const credentials = { accessKeyId: 'id', secretAccessKey, sessionToken };
    const env = { AWS_REGION: region, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: secretAccessKey };
    jest.replaceProperty(process, 'env', { ...env, ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }) });
    const signer = new SignatureV4({ service: 'dynamodb', region, sha256: Sha256, credentials, applyChecksum: false });
    const signingDate = new Date(time);
    const { headers } = await signer.sign(requestOf(body, path), { signingDate });
    expect(sign(requestOf(body, path), signingDate)).toEqual(headers);
  },
);
