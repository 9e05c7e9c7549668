import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/* The yardstick: plain handlers with the SDK and its document client, without validation or any feature. */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;
const pk = 'ITEM';

const json = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const put = async (body = '{}', sk: string = randomUUID()) => {
  const Item = { ...JSON.parse(body), pk, sk };
  await client.send(new PutCommand({ TableName, Item }));
  return Item;
};

export const get = async ({ pathParameters }: APIGatewayProxyEventV2) => {
  const Key = { pk, sk: pathParameters?.id };
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item ? json(200, Item) : json(404, { message: 'Not Found' });
};
export const create = async ({ body }: APIGatewayProxyEventV2) => json(201, await put(body));
export const replace = async ({ body, pathParameters }: APIGatewayProxyEventV2) =>
  json(200, await put(body, pathParameters?.id));
export const list = async () => {
  const condition = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  const query = new QueryCommand({ TableName, ...condition, ScanIndexForward: false, Limit: 50 });
  return json(200, (await client.send(query)).Items);
};
