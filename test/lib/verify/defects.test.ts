import { groups } from '../../../lib/verify/groups';
import { createPlayer } from '../../../lib/verify/play';
import type { HttpResult } from '../../support/http';
import { useService } from '../../support/service';
import { skipPauses } from '../../support/time';

const { ask, url } = useService();
beforeEach(skipPauses);
afterEach(() => jest.restoreAllMocks());

/** Changes of a response. Headers are added, and undefined removes one. */
type Defect = {
  readonly status?: number;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: (body: HttpResult['body']) => unknown;
};

const post = 'A created post can be read, replaced, changed and deleted';
const listed = 'The posts of each user are listed in pages, and deleted with the user only';
const shown = 'A post can lose its author and its content, and a list shows the author without the address';
const cors = 'A page of any origin may read and write';
const wrong = 'A wrong body is a 400 that names the member';

test.each<[name: string, promise: string, request: string, defect: Defect, sentence: string]>([
  ['another status', post, 'POST /posts', { status: 200 }, 'POST /posts: status is 200; expected 201.'],
  ['no Location', post, 'POST /posts', { headers: { location: undefined } }, 'location is missing; expected "http'],
  ['a weak ETag', post, 'POST /posts', { headers: { etag: 'W/"x"' } }, 'headers.etag is "W/\\"x\\""; expected'],
  ['a constant ETag', post, 'PUT', { headers: { etag: '"x"' } }, 'headers.etag is "\\"x\\""; expected "!'],
  ['no content', post, 'POST /posts', { body: (body) => ({ ...body, content: undefined }) }, 'body.content is missing'],
  ['a stale read', post, 'GET', { body: (body) => ({ ...body, content: 'stale' }) }, 'body.content is "stale"'],
  ['a body of HEAD', post, 'HEAD', { text: 'x' }, 'body is "x"; expected ""'],
  ['sniffing', post, 'GET', { headers: { 'x-content-type-options': undefined } }, 'content-type-options is missing'],
  ['a cached write', post, 'PUT', { headers: { 'cache-control': 'max-age=9' } }, 'expected "no-store"'],
  ['the reverse order', listed, 'userId=', { body: (posts) => posts.toReversed() }, 'body.0.id is "'],
  ['a wrong count', listed, 'limit=2', { headers: { 'x-total-count': '2' } }, 'count is "2"; expected "3"'],
  [
    'an e-mail address',
    shown,
    'expand',
    { body: ([a]) => [{ ...a, user: { ...a.user, email: 'x' } }] },
    'email is "x"',
  ],
  ['no PUT', cors, 'OPTIONS', { headers: { 'access-control-allow-methods': 'GET,POST' } }, 'methods is "GET,POST"'],
  ['another code', wrong, '', { body: (body) => ({ ...body, code: 'bad' }) }, 'body.code is "bad"; expected "invalid-'],
  ['HTML for a problem', wrong, '', { headers: { 'content-type': 'text/html' } }, 'content-type is "text/html"'],
  ['another request', wrong, '', { body: (body) => ({ ...body, requestId: 'x' }) }, 'body.requestId is "x"'],
  ['another detail', wrong, '', { body: (body) => ({ ...body, errors: undefined }) }, 'body.errors is missing'],
])('%s is named in one sentence', async (_, promise, request, { body, headers, ...defect }, sentence) => {
  const player = createPlayer(async (line, parts) => {
    const response = await ask(line, parts);
    if (!line.includes(request)) return response;
    const changed = { body: body ? body(response.body) : response.body, headers: { ...response.headers, ...headers } };
    return { ...response, ...defect, ...changed };
  }, url());
  const rows = groups.filter((group) => group.promise === promise).flatMap((group) => group.rows);
  const { broken } = await player.play({ promise, rows });
  expect(broken).toContain(sentence);
  expect(broken?.startsWith(`${promise}: `)).toBe(true);
});
