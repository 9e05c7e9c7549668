import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { json } from '../json';
import { Post } from './entity';

export const handler = async ({ pathParameters }: APIGatewayProxyEventV2) => {
  const { data } = await Post.get({ id: pathParameters?.id ?? '' }).go({ consistent: true });
  return data ? json(200, data) : json(404, { message: 'Not Found' });
};
