import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { found, json } from './json';
import * as table from './table';

type Event = { readonly body: table.PeerPost; readonly pathParameters: { readonly id: string } };

export const get = middy<Event>()
  .use(httpErrorHandler())
  .handler(async ({ pathParameters }) => found(await table.get(pathParameters.id)));
export const create = middy<Event>()
  .use(httpJsonBodyParser())
  .use(httpErrorHandler())
  .handler(async ({ body }) => json(201, await table.put(body)));
export const list = middy()
  .use(httpErrorHandler())
  .handler(async () => json(200, await table.list()));
