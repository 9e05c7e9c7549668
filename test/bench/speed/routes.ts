import type { ApiEvent } from '../../../functions/http/event';
import type { RouteName } from '../../../lib/cost/budget';
import { eventOf } from '../../support/event';

const id = '01890000-0000-7000-8000-000000000000';
const post = { title: 'A title', content: 'Some text to store. '.repeat(10) };

/** The headers that a browser and the gateway add to every request. */
const usualHeaders = {
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
/** The headers of a client that takes no compressed bodies, because the competitors send none. */
const { 'accept-encoding': _, ...plainHeaders } = usualHeaders;
const length = String(Buffer.byteLength(JSON.stringify(post)));
const bodyHeaders = { ...usualHeaders, 'content-type': 'application/json', 'content-length': length };

type BenchRoute = {
  /** The name of a competitor's handler, unless one handler serves all its routes. */
  readonly handler: string;
  readonly line: string;
  /** The name of the route in the route table. */
  readonly route: RouteName;
  /** The event that API Gateway sends. */
  readonly event: ApiEvent;
  /** True for a route that the competitors do not have. */
  readonly isForBareOnly?: boolean;
};

/** The routes of the comparison. */
export const routes: readonly BenchRoute[] = [
  {
    handler: 'get',
    line: 'GET /posts/{id}',
    route: 'getPost',
    event: eventOf(`GET /posts/${id}`, { headers: usualHeaders }),
  },
  {
    handler: 'create',
    line: 'POST /posts',
    route: 'createPost',
    event: eventOf('POST /posts', { body: post, headers: bodyHeaders }),
  },
  {
    handler: 'replace',
    line: 'PUT /posts/{id}',
    route: 'replacePost',
    event: eventOf(`PUT /posts/${id}`, { body: post, headers: bodyHeaders }),
    isForBareOnly: true,
  },
  { handler: 'list', line: 'GET /posts', route: 'listPosts', event: eventOf('GET /posts', { headers: plainHeaders }) },
  {
    handler: 'list',
    line: 'GET /posts, as br',
    route: 'listPosts',
    event: eventOf('GET /posts', { headers: usualHeaders }),
    isForBareOnly: true,
  },
  {
    handler: 'list',
    line: 'GET /posts?expand=user',
    route: 'listPosts',
    event: eventOf('GET /posts', { headers: plainHeaders, query: 'expand=user' }),
    isForBareOnly: true,
  },
];
