import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;

export type PeerPost = { readonly title: string; readonly content?: string };

/*
 * The DynamoDB calls of bare, and of the peers that have no database library of their own.
 */

export const get = async (sk: string) => {
  const command = new GetCommand({ TableName, Key: { pk: 'POST', sk }, ConsistentRead: true });
  return (await client.send(command)).Item;
};

export const put = async ({ title, content }: PeerPost, sk: string = randomUUID()) => {
  const Item = { pk: 'POST', sk, title, content };
  await client.send(new PutCommand({ TableName, Item }));
  return Item;
};

export const list = async () => {
  const command = new QueryCommand({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'POST' },
    ScanIndexForward: false,
    Limit: 50,
  });
  return (await client.send(command)).Items;
};
