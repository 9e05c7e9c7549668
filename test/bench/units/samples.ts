import { request } from 'node:http';
import type { LocalTable } from '../../../lib/local/template/table';
import type { Units } from './counted';

type Input = { readonly TableName: string } & Record<string, unknown>;
type Output = {
  readonly LastEvaluatedKey?: object;
  readonly ConsumedCapacity: { readonly CapacityUnits: number };
};
export type Ask = (operation: string, input: Input) => Promise<Output>;

const key = (name: string): LocalTable => ({
  name,
  keys: [{ AttributeName: 'id', KeyType: 'HASH' }],
  attributes: [{ AttributeName: 'id', AttributeType: 'S' }],
  indexes: [],
});
export const [users, posts] = [key('users'), key('posts')];

/** Without a signature that anybody would check. */
export const askAt =
  (endpoint: string): Ask =>
  (operation, input) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization:
          'AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-date': '20260101T000000Z',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      };
      const asked = request(endpoint, { method: 'POST', headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => (answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text))));
      });
      asked.on('error', reject);
      asked.end(JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }));
    });

const sum = (all: readonly Units[]): Units => ({
  readUnits: all.reduce((total, { readUnits }) => total + readUnits, 0),
  writeUnits: all.reduce((total, { writeUnits }) => total + writeUnits, 0),
});

/**
 * The routes as aws-samples/serverless-typescript-demo and aws-cdk-examples (api-cors-lambda-crud-dynamodb) would have
 * them: a table a resource, keyed by `id`, and no index. A list is a Scan of one page, whatever else is looked for is a
 * Scan of all, and what has to be known before a write is read before it.
 */
export const samplesOf = (ask: Ask, id: string, size: number): Record<string, () => Promise<Units>> => {
  const Key = { id: { S: id } };
  const read = async (operation: string, input: Input) => {
    const { ConsumedCapacity, LastEvaluatedKey } = await ask(operation, input);
    return { readUnits: ConsumedCapacity.CapacityUnits, writeUnits: 0, LastEvaluatedKey };
  };
  const write = async (operation: string, input: Input) => {
    const { ConsumedCapacity } = await ask(operation, input);
    return { readUnits: 0, writeUnits: ConsumedCapacity.CapacityUnits };
  };
  const get = (TableName: string) => read('GetItem', { TableName, Key });
  const put = (TableName: string, name = id) => {
    const item = { id: { S: name }, email: { S: `${name}@example.com` }, content: { S: 'x'.repeat(size) } };
    return write('PutItem', { TableName, Item: item });
  };
  const remove = (TableName: string) => write('DeleteItem', { TableName, Key });
  const search = async (TableName: string, attribute: string): Promise<Units> => {
    const filter = { FilterExpression: `${attribute} = :is`, ExpressionAttributeValues: { ':is': { S: id } } };
    const pages: Units[] = [];
    for (let ExclusiveStartKey: object | undefined; ; ) {
      const page = await read('Scan', { TableName, ...filter, ExclusiveStartKey });
      pages.push(page);
      ExclusiveStartKey = page.LastEvaluatedKey;
      if (!ExclusiveStartKey) return sum(pages);
    }
  };
  const after = async (...steps: (() => Promise<Units>)[]) => {
    const all: Units[] = [];
    for (const step of steps) all.push(await step());
    return sum(all);
  };
  return {
    listUsers: () => read('Scan', { TableName: 'users' }),
    createUser: () =>
      after(
        () => search('users', 'email'),
        () => put('users', 'new'),
      ),
    getUser: () => get('users'),
    replaceUser: () =>
      after(
        () => get('users'),
        () => put('users'),
      ),
    updateUser: () =>
      after(
        () => get('users'),
        () => put('users'),
      ),
    listPosts: () => read('Scan', { TableName: 'posts' }),
    'listPosts of a user': () => search('posts', 'userId'),
    createPost: () =>
      after(
        () => get('users'),
        () => put('posts', 'new'),
      ),
    getPost: () => get('posts'),
    replacePost: () =>
      after(
        () => get('posts'),
        () => put('posts'),
      ),
    updatePost: () =>
      after(
        () => get('posts'),
        () => put('posts'),
      ),
    removePost: () =>
      after(
        () => get('posts'),
        () => remove('posts'),
      ),
    removeUser: () =>
      after(
        () => search('posts', 'userId'),
        () => get('users'),
        () => remove('users'),
      ),
  };
};
