import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const id = event.pathParameters?.id;
  const { Item } = await client.send(
    new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: 'POST', sk: id }, ConsistentRead: true }),
  );
  const headers = { 'content-type': 'application/json' };
  if (!Item) return { statusCode: 404, headers, body: JSON.stringify({ message: 'Not Found' }) };
  return { statusCode: 200, headers, body: JSON.stringify(Item) };
};
