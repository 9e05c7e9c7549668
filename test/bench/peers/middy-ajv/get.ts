import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import validator from '@middy/validator';
import { transpileSchema } from '@middy/validator/transpile';
import { json } from '../json';
import { get } from '../table';
import { withId } from './schemas';

type Event = { readonly pathParameters: { readonly id: string } };

const getPost = async ({ pathParameters }: Event) => {
  const post = await get(pathParameters.id);
  return post ? json(200, post) : json(404, { message: 'Not Found' });
};

export const handler = middy<Event>()
  .use(validator({ eventSchema: transpileSchema(withId) }))
  .use(httpErrorHandler())
  .handler(getPost);
