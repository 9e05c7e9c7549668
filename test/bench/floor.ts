import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { sign } from '../../functions/kit/dynamodb/lean/signer';

/*
 * The least that a call to DynamoDB takes: `node:https` and a signature, without validation, retry, log or timeout.
 */

const agent = new Agent({ keepAlive: true });
const { hostname, port, host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
const TableName = process.env.TABLE_NAME;

const json = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const call = async (operation: string, input: object) => {
  const body = JSON.stringify({ TableName, ...input });
  const unsigned = {
    host,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
  };
  const headers = { ...sign({ headers: unsigned, body }, new Date()), 'content-length': Buffer.byteLength(body) };
  const reply = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    request({ hostname, port, agent, method: 'POST', headers }, resolve).on('error', reject).end(body);
  });
  return JSON.parse(await text(reply));
};

type StoredPost = Record<string, { readonly S: string }>;
const plain = (item: StoredPost) => Object.fromEntries(Object.entries(item).map(([name, { S }]) => [name, S]));

const put = async (body = '{}', id: string = randomUUID()) => {
  const { title, content = '' } = JSON.parse(body);
  const Item = { pk: { S: 'POST' }, sk: { S: id }, title: { S: title }, content: { S: content } };
  await call('PutItem', { Item });
  return plain(Item);
};

export const getPost = async ({ pathParameters }: APIGatewayProxyEventV2) => {
  const Key = { pk: { S: 'POST' }, sk: { S: pathParameters?.id } };
  const { Item } = await call('GetItem', { Key, ConsistentRead: true });
  return Item ? json(200, plain(Item)) : json(404, { message: 'Not Found' });
};
export const createPost = async ({ body }: APIGatewayProxyEventV2) => json(201, await put(body));
export const replacePost = async ({ body, pathParameters }: APIGatewayProxyEventV2) =>
  json(200, await put(body, pathParameters?.id));
export const listPosts = async () => {
  const ExpressionAttributeValues = { ':pk': { S: 'POST' } };
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues, ScanIndexForward: false, Limit: 50 };
  const { Items } = await call('Query', query);
  return json(200, Items.map(plain));
};
