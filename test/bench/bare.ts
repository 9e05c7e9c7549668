import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/* The yardstick: plain handlers with the SDK and its document client, without validation or any feature. */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;

const json = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const put = async (body = '{}', sk: string = randomUUID()) => {
  const { title, content } = JSON.parse(body);
  const Item = { pk: 'POST', sk, title, content };
  await client.send(new PutCommand({ TableName, Item }));
  return Item;
};

export const getPost = async ({ pathParameters }: APIGatewayProxyEventV2) => {
  const Key = { pk: 'POST', sk: pathParameters?.id };
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item ? json(200, Item) : json(404, { message: 'Not Found' });
};
export const createPost = async ({ body }: APIGatewayProxyEventV2) => json(201, await put(body));
export const replacePost = async ({ body, pathParameters }: APIGatewayProxyEventV2) =>
  json(200, await put(body, pathParameters?.id));
export const listPosts = async () => {
  const ExpressionAttributeValues = { ':pk': 'POST' };
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues, ScanIndexForward: false, Limit: 50 };
  return json(200, (await client.send(new QueryCommand({ TableName, ...query }))).Items);
};
