import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { transpileSchema } from '@middy/validator/transpile';
import { found, json } from './json';
import * as table from './table';

type Event = { readonly body: table.PeerPost; readonly pathParameters: { readonly id: string } };

const id = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } };
const post = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    content: { type: 'string', maxLength: 50_000 },
  },
};
const validate = (part: keyof Event, schema: object) =>
  validator({ eventSchema: transpileSchema({ type: 'object', required: [part], properties: { [part]: schema } }) });

export const get = middy<Event>()
  .use(validate('pathParameters', id))
  .use(httpErrorHandler())
  .handler(async ({ pathParameters }) => found(await table.get(pathParameters.id)));
export const create = middy<Event>()
  .use(httpJsonBodyParser())
  .use(validate('body', post))
  .use(httpErrorHandler())
  .handler(async ({ body }) => json(201, await table.put(body)));
export const list = middy()
  .use(httpErrorHandler())
  .handler(async () => json(200, await table.list()));
