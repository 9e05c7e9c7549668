import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;

export type Input = { readonly title: string; readonly content?: string };

/* What the bare handlers ask of the table, for those peers that bring nothing of their own for that. */

export const get = async (sk: string) => {
  const command = new GetCommand({ TableName, Key: { pk: 'POST', sk }, ConsistentRead: true });
  return (await client.send(command)).Item;
};

export const put = async ({ title, content }: Input, sk: string = randomUUID()) => {
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
