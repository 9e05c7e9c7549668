import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ask, stored } from './ask';

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { title, content } = JSON.parse(event.body ?? '{}');
  const item = { pk: 'POST', sk: randomUUID(), title, content };
  await ask('PutItem', { TableName: process.env.TABLE_NAME, Item: stored(item) });
  return { statusCode: 201, headers: { 'content-type': 'application/json' }, body: JSON.stringify(item) };
};
