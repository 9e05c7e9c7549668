import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { transpileSchema } from '@middy/validator/transpile';
import { json } from '../json';
import { type PeerPost, put } from '../table';
import { withBoth } from './schemas';

type Event = { readonly body: PeerPost; readonly pathParameters: { readonly id: string } };

const replacePost = async ({ body, pathParameters }: Event) => json(200, await put(body, pathParameters.id));

export const handler = middy<Event>()
  .use(httpJsonBodyParser())
  .use(validator({ eventSchema: transpileSchema(withBoth) }))
  .use(httpErrorHandler())
  .handler(replacePost);
