import { createHash, createHmac } from 'node:crypto';
import { Agent, request } from 'node:https';

type Attribute = { readonly S: string } | { readonly N: string };
export type FloorItem = Record<string, Attribute>;
type FloorReply = { readonly Item?: FloorItem; readonly Items?: FloorItem[]; readonly Attributes?: FloorItem };

/** Converts an item to plain values. */
export const unmarshall = (item: FloorItem) =>
  Object.fromEntries(
    Object.entries(item).map(([name, attribute]) => [name, 'S' in attribute ? attribute.S : Number(attribute.N)]),
  );

export const marshall = (values: Record<string, string>): FloorItem =>
  Object.fromEntries(Object.entries(values).map(([name, S]) => [name, { S }]));

const agent = new Agent({ keepAlive: true });
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let signingKey: { readonly scope: string; readonly key: Buffer } | undefined;
const keyOf = (scope: string, secret: string) => {
  if (signingKey?.scope !== scope)
    signingKey = { scope, key: scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer };
  return signingKey.key;
};

/** Sends a signed call (SigV4) to DynamoDB, without the retries, timeouts and checks of the SDK. */
export const callDynamoDb = (operation: string, input: object) =>
  new Promise<FloorReply>((resolve, reject) => {
    const { env } = process;
    const { hostname, port, host } = new URL(env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    const body = JSON.stringify(input);
    const date = `${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      host,
      'x-amz-date': date,
      'x-amz-security-token': env.AWS_SESSION_TOKEN ?? '',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const signed = Object.keys(headers).join(';');
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
    const scope = `${date.slice(0, 8)}/${env.AWS_REGION}/dynamodb/aws4_request`;
    const canonical = `POST\n/\n\n${lines.join('')}\n${signed}\n${sha256(body)}`;
    const toSign = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`;
    const signature = hmac(keyOf(scope, env.AWS_SECRET_ACCESS_KEY ?? ''), toSign).toString('hex');
    const credential = `Credential=${env.AWS_ACCESS_KEY_ID}/${scope}`;
    const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signed}, Signature=${signature}`;
    const length = Buffer.byteLength(body);
    const outgoing = request(
      { agent, method: 'POST', hostname, port, headers: { ...headers, authorization, 'content-length': length } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`DynamoDB refuses ${operation}: ${text}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
