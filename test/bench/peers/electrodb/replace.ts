import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { json } from '../json';
import { Post } from './entity';

export const handler = async ({ body, pathParameters }: APIGatewayProxyEventV2) => {
  const { title, content } = JSON.parse(body ?? '{}');
  return json(200, (await Post.put({ id: pathParameters?.id ?? '', title, content }).go()).data);
};
