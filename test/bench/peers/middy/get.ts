import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { json } from '../json';
import { get } from '../table';

const getPost = async ({ pathParameters }: APIGatewayProxyEventV2) => {
  const post = await get(pathParameters?.id ?? '');
  return post ? json(200, post) : json(404, { message: 'Not Found' });
};

export const handler = middy<APIGatewayProxyEventV2>().use(httpErrorHandler()).handler(getPost);
