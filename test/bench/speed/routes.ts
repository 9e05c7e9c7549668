import type { Event } from '../../../functions/http/event';
import type { Name } from '../../../lib/cost/budget';
import { eventOf } from '../../support/event';

const id = '01890000-0000-7000-8000-000000000000';
const post = { title: 'A title', content: 'Some text to store. '.repeat(10) };

/** What a browser and the gateway say in every request. */
const usual = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en-GB,en;q=0.9',
  host: 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'x-amzn-trace-id': 'Root=1-691f0000-0123456789abcdef01234567',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
};
const length = String(Buffer.byteLength(JSON.stringify(post)));
const sent = { body: post, headers: { ...usual, 'content-type': 'application/json', 'content-length': length } };

type Route = {
  readonly line: string;
  /** Of the route table. */
  readonly row: Name;
  /** As API Gateway sends it. */
  readonly event: Event;
};

/** What is compared; a competitor has a file of this name for each. */
export const routes: Record<string, Route> = {
  get: { line: 'GET /posts/{id}', row: 'getPost', event: eventOf(`GET /posts/${id}`, { headers: usual }) },
  create: { line: 'POST /posts', row: 'createPost', event: eventOf('POST /posts', sent) },
  replace: { line: 'PUT /posts/{id}', row: 'replacePost', event: eventOf(`PUT /posts/${id}`, sent) },
  list: { line: 'GET /posts', row: 'listPosts', event: eventOf('GET /posts', { headers: usual }) },
};
