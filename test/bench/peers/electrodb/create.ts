import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { json } from '../json';
import { Post } from './entity';

export const handler = async ({ body }: APIGatewayProxyEventV2) => {
  const { title, content } = JSON.parse(body ?? '{}');
  return json(201, (await Post.create({ title, content }).go()).data);
};
