import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const authorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';

type Value = { readonly S: string } | { readonly N: string };
export type Item = Record<string, Value>;
export type Output = {
  readonly Item?: Item;
  readonly Items?: Item[];
  readonly LastEvaluatedKey?: Item;
  readonly UnprocessedItems?: Record<string, unknown>;
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
};

/** Asks the embedded DynamoDB, which checks no signature; without the SDK, that would take most of the time. */
export const askEngine = (endpoint: string, operation: string, input: object) =>
  new Promise<Output>((resolve, reject) => {
    const headers = {
      authorization,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': '20260101T000000Z',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const asked = request(endpoint, { agent, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => (answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(input));
  });

export const text = (members: Record<string, string>): Item =>
  Object.fromEntries(Object.entries(members).map(([name, S]) => [name, { S }]));

const AT_ONCE = 25;

type Filling = { readonly endpoint: string; readonly tableName: string; readonly count: number };

/** Writes items, four batches at a time. */
export const fill = async (
  { endpoint, tableName, count }: Filling,
  itemOf: (i: number) => Item,
  done: (count: number) => void,
) => {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const from = next;
      next += AT_ONCE;
      const batch = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => itemOf(from + i));
      const RequestItems = { [tableName]: batch.map((item) => ({ PutRequest: { Item: item } })) };
      const { UnprocessedItems = {} } = await askEngine(endpoint, 'BatchWriteItem', { RequestItems });
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('The embedded DynamoDB left items out');
      done(from);
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
};
