import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { sign } from '../../../functions/dynamodb/lean/signer';

const requestOf = (body: string) => ({
  protocol: 'https:',
  hostname: 'dynamodb.eu-central-1.amazonaws.com',
  method: 'POST',
  path: '/',
  query: {},
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    host: 'dynamodb.eu-central-1.amazonaws.com',
    'x-amz-target': 'DynamoDB_20120810.GetItem',
  },
  body,
});

const { env } = process;
afterEach(() => {
  process.env = env;
});

describe('the signature', () => {
  test.each([
    ['of a day', '2026-11-21T09:08:07.654Z', 'eu-central-1', 'secret', 'token', '{}'],
    ['of the next day', '2026-11-22T00:00:00.000Z', 'eu-central-1', 'secret', 'token', '{}'],
    ['of another region', '2026-11-22T00:00:00.000Z', 'cn-north-1', 'secret', 'token', '{}'],
    ['of another role', '2026-11-22T00:00:00.000Z', 'cn-north-1', 'other', 'else', '{}'],
    ['without a session', '2026-11-22T00:00:00.000Z', 'cn-north-1', 'other', undefined, '{}'],
    ['of any text', '2026-11-22T00:00:00.000Z', 'us-east-1', 'secret', 'token', '{"title":{"S":"é😀\\n"}}'],
  ])('%s is the one that the SDK makes', async (_, time, region, secretAccessKey, sessionToken, body) => {
    const token = sessionToken && { AWS_SESSION_TOKEN: sessionToken };
    process.env = { AWS_REGION: region, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: secretAccessKey, ...token };
    const credentials = { accessKeyId: 'id', secretAccessKey, sessionToken };
    const options = { service: 'dynamodb', region, sha256: Sha256, credentials, applyChecksum: false };
    const signingDate = new Date(time);
    const { headers } = await new SignatureV4(options).sign(requestOf(body), { signingDate });
    expect(sign(requestOf(body), signingDate)).toEqual(headers);
  });
});
