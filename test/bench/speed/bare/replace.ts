import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { title, content } = JSON.parse(event.body ?? '{}');
  const Item = { pk: 'POST', sk: event.pathParameters?.id, title, content };
  await client.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item }));
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(Item) };
};
