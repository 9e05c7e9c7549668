import { request } from 'node:http';
import type { LocalTable } from '../../../lib/local/template/table';
import type { ConsumedUnits } from './counted';

type SampleInput = { readonly TableName: string } & Record<string, unknown>;
type SampleOutput = {
  readonly LastEvaluatedKey?: object;
  readonly ConsumedCapacity: { readonly CapacityUnits: number };
};
export type DynamoCaller = (operation: string, input: SampleInput) => Promise<SampleOutput>;

const tableKeyedById = (name: string): LocalTable => ({
  name,
  keys: [{ AttributeName: 'id', KeyType: 'HASH' }],
  attributes: [{ AttributeName: 'id', AttributeType: 'S' }],
  indexes: [],
});
export const [users, posts] = [tableKeyedById('users'), tableKeyedById('posts')];

const SCOPE = 'local/20260101/eu-central-1/dynamodb/aws4_request';

/** Creates a function that calls DynamoDB. The signature is fake, because an embedded database checks none. */
export const createCaller =
  (endpoint: string): DynamoCaller =>
  (operation, input) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `AWS4-HMAC-SHA256 Credential=${SCOPE}, SignedHeaders=host, Signature=0`,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-date': '20260101T000000Z',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      };
      const outgoing = request(endpoint, { method: 'POST', headers }, (incoming) => {
        let text = '';
        incoming.on('data', (chunk) => {
          text += chunk;
        });
        incoming.on('end', () =>
          incoming.statusCode === 200
            ? resolve(JSON.parse(text))
            : reject(new Error(`DynamoDB refuses ${operation}: ${text}`)),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }));
    });

const sum = (all: readonly ConsumedUnits[]): ConsumedUnits => ({
  readUnits: all.reduce((total, { readUnits }) => total + readUnits, 0),
  writeUnits: all.reduce((total, { writeUnits }) => total + writeUnits, 0),
});

/**
 * Measures the routes in the design of two AWS samples: aws-samples/serverless-typescript-demo, and
 * api-cors-lambda-crud-dynamodb of aws-cdk-examples. Each resource has a table with the key `id` and no index. A list
 * is a Scan of one page. A search is a Scan of the whole table. A write first reads the items that it depends on.
 */
export const samplesOf = (
  callDynamoDb: DynamoCaller,
  id: string,
  size: number,
): Record<string, () => Promise<ConsumedUnits>> => {
  const Key = { id: { S: id } };
  const read = async (operation: string, input: SampleInput) => {
    const { ConsumedCapacity, LastEvaluatedKey } = await callDynamoDb(operation, input);
    return { readUnits: ConsumedCapacity.CapacityUnits, writeUnits: 0, LastEvaluatedKey };
  };
  const write = async (operation: string, input: SampleInput) => {
    const { ConsumedCapacity } = await callDynamoDb(operation, input);
    return { readUnits: 0, writeUnits: ConsumedCapacity.CapacityUnits };
  };
  const get = (TableName: string) => read('GetItem', { TableName, Key });
  const put = (TableName: string, name = id) => {
    const item = { id: { S: name }, email: { S: `${name}@example.com` }, content: { S: 'x'.repeat(size) } };
    return write('PutItem', { TableName, Item: item });
  };
  const remove = (TableName: string) => write('DeleteItem', { TableName, Key });
  const search = async (TableName: string, attribute: string): Promise<ConsumedUnits> => {
    const filter = { FilterExpression: `${attribute} = :is`, ExpressionAttributeValues: { ':is': { S: id } } };
    const pages: ConsumedUnits[] = [];
    for (let ExclusiveStartKey: object | undefined; ; ) {
      const page = await read('Scan', { TableName, ...filter, ExclusiveStartKey });
      pages.push(page);
      ExclusiveStartKey = page.LastEvaluatedKey;
      if (!ExclusiveStartKey) return sum(pages);
    }
  };
  const inTurn = async (...steps: (() => Promise<ConsumedUnits>)[]) => {
    const all: ConsumedUnits[] = [];
    for (const step of steps) all.push(await step());
    return sum(all);
  };
  return {
    listUsers: () => read('Scan', { TableName: 'users' }),
    createUser: () =>
      inTurn(
        () => search('users', 'email'),
        () => put('users', 'new'),
      ),
    getUser: () => get('users'),
    replaceUser: () =>
      inTurn(
        () => get('users'),
        () => put('users'),
      ),
    updateUser: () =>
      inTurn(
        () => get('users'),
        () => put('users'),
      ),
    listPosts: () => read('Scan', { TableName: 'posts' }),
    'listPosts of a user': () => search('posts', 'userId'),
    createPost: () =>
      inTurn(
        () => get('users'),
        () => put('posts', 'new'),
      ),
    getPost: () => get('posts'),
    replacePost: () =>
      inTurn(
        () => get('posts'),
        () => put('posts'),
      ),
    updatePost: () =>
      inTurn(
        () => get('posts'),
        () => put('posts'),
      ),
    removePost: () =>
      inTurn(
        () => get('posts'),
        () => remove('posts'),
      ),
    removeUser: () =>
      inTurn(
        () => search('posts', 'userId'),
        () => get('users'),
        () => remove('users'),
      ),
  };
};
