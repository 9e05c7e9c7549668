import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Entity } from 'electrodb';
import { found, json } from './json';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const Post = new Entity(
  {
    model: { entity: 'post', version: '1', service: 'bench' },
    attributes: {
      id: { type: 'string', required: true, default: () => randomUUID() },
      title: { type: 'string', required: true, validate: (title) => title.length > 0 && title.length <= 200 },
      content: { type: 'string', validate: (content) => content.length <= 50_000 },
    },
    indexes: { posts: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: ['id'] } } },
  },
  { client, table: process.env.TABLE_NAME },
);

export const get = async ({ pathParameters }: APIGatewayProxyEventV2) =>
  found((await Post.get({ id: pathParameters?.id ?? '' }).go({ consistent: true })).data);
export const create = async ({ body }: APIGatewayProxyEventV2) => {
  const { title, content } = JSON.parse(body ?? '{}');
  return json(201, (await Post.create({ title, content }).go()).data);
};
export const list = async () => json(200, (await Post.query.posts({}).go({ limit: 50, order: 'desc' })).data);
