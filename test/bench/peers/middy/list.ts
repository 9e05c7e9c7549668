import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import { json } from '../json';
import { list } from '../table';

export const handler = middy()
  .use(httpErrorHandler())
  .handler(async () => json(200, await list()));
