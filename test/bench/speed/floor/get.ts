import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callDynamoDb, unmarshall } from './call';

export const handler = async (event: APIGatewayProxyEventV2) => {
  const Key = { pk: { S: 'POST' }, sk: { S: event.pathParameters?.id ?? '' } };
  const { Item } = await callDynamoDb('GetItem', { TableName: process.env.TABLE_NAME, Key, ConsistentRead: true });
  const headers = { 'content-type': 'application/json' };
  if (!Item) return { statusCode: 404, headers, body: JSON.stringify({ message: 'Not Found' }) };
  return { statusCode: 200, headers, body: JSON.stringify(unmarshall(Item)) };
};
