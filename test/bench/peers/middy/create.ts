import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { json } from '../json';
import { type PeerPost, put } from '../table';

type Event = { readonly body: PeerPost };

const createPost = async ({ body }: Event) => json(201, await put(body));

export const handler = middy<Event>().use(httpJsonBodyParser()).use(httpErrorHandler()).handler(createPost);
