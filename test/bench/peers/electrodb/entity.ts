import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Entity } from 'electrodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const Post = new Entity(
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
