import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callDynamoDb, marshall } from './call';

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { title, content } = JSON.parse(event.body ?? '{}');
  const item = { pk: 'POST', sk: event.pathParameters?.id ?? '', title, content };
  await callDynamoDb('PutItem', { TableName: process.env.TABLE_NAME, Item: marshall(item) });
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(item) };
};
