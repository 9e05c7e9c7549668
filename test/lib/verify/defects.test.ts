import { groups } from '../../../lib/verify/groups';
import { type HttpAnswer, sendLine } from '../../../lib/verify/http';
import { createPlayer, type SendLine } from '../../../lib/verify/play';
import { useService } from '../../support/service';
import { skipPauses } from '../../support/time';

const { url } = useService();
beforeEach(skipPauses);
afterEach(() => jest.restoreAllMocks());

type Change = (answer: HttpAnswer, line: string) => Partial<HttpAnswer>;

const withHeaders =
  (changed: Record<string, string | undefined>): Change =>
  ({ headers }) => {
    const all = Object.entries({ ...headers, ...changed }).filter(([, value]) => value !== undefined);
    return { headers: Object.fromEntries(all) };
  };
const without = (name: string) => withHeaders({ [name]: undefined });
const withBody =
  (change: (body: never) => unknown): Change =>
  ({ body }) => ({ body: change(body as never) });

/** Plants a defect: a change of the responses to some requests, or responses without any request. */
const plant =
  (lines: RegExp, change: Change | HttpAnswer): SendLine =>
  async (line, parts) => {
    if (typeof change !== 'function' && lines.test(line)) return change;
    const answer = await sendLine(url(), line, parts);
    return lines.test(line) && typeof change === 'function' ? { ...answer, ...change(answer, line) } : answer;
  };

const nothing: HttpAnswer = {
  status: 204,
  headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
  text: '',
  body: undefined,
};
const post = 'A created post can be read, replaced, changed and deleted';
const conditional = 'An ETag is the condition of each request to a post';
const listed = 'The posts of a user are listed in pages, and deleted with the user only';
const shown = 'A post can lose its author and its content, and a list shows the author without the address';
const cached = 'A read of what is unchanged is a 304 without a body';
const cors = 'A page of any origin may read and write';
const once = 'An Idempotency-Key creates once, and gives the first response again';
const wrong = 'A wrong body is a 400 that names the member';

test.each<[defect: string, promise: string, lines: RegExp, change: Change | HttpAnswer, sentence: RegExp]>([
  ['another status', post, /^POST .posts/, () => ({ status: 200 }), /POST \/posts: status is 200; expected 201\.$/],
  ['no Location', post, /^POST .posts/, without('location'), /headers.location is missing; expected "http/],
  ['a weak ETag', post, /^POST .posts/, withHeaders({ etag: 'W/"x"' }), /headers.etag is "W\/\\"x\\""; expected/],
  ['a constant ETag', post, /^PUT/, withHeaders({ etag: '"x"' }), /PUT .+: headers.etag is "\\"x\\""; expected "!/],
  [
    'a renamed member',
    post,
    /^POST .posts/,
    withBody(({ content: text, ...rest }: { content: string }) => ({ ...rest, text })),
    /body.content is missing; expected "/,
  ],
  [
    'a stale read',
    post,
    /^GET/,
    withBody((body: object) => ({ ...body, content: 'stale' })),
    /GET .+: body.content is "stale"/,
  ],
  ['a deletion without effect', post, /^DELETE/, nothing, /DELETE .+: status is 204; expected 404/],
  ['a body of HEAD', post, /^HEAD/, () => ({ text: 'x' }), /HEAD .+: body is "x"; expected none/],
  ['sniffing', post, /^GET/, without('x-content-type-options'), /headers.x-content-type-options is missing/],
  ['a cached write', post, /^PUT/, withHeaders({ 'cache-control': 'max-age=9' }), /expected "no-store"/],
  ['a lost replacement', post, /^PUT/, () => ({ status: 503 }), /PUT .+: status is 503; expected 200/],
  ['a 200 for a 304', cached, /^GET/, (answer) => ({ ...answer, status: 200 }), /status is 200; expected 304/],
  ['If-Match that is ignored', conditional, /^PUT/, () => ({ status: 200 }), /status is 200; expected 412/],
  [
    'the reverse order',
    listed,
    /^GET \S+\?userId/,
    withBody((body: unknown[]) => body.toReversed()),
    /body.0.id is .+; expected/,
  ],
  ['a wrong count', listed, /limit=2/, withHeaders({ 'x-total-count': '2' }), /x-total-count is "2"; expected "3"/],
  [
    'an e-mail address of an author',
    shown,
    /expand/,
    withBody((body: { user: object }[]) => [{ ...body[0], user: { ...body[0]?.user, email: 'a@b.c' } }]),
    /body.0.user.email is "a@b.c"; expected null/,
  ],
  [
    'no CORS',
    cors,
    /^GET/,
    without('access-control-allow-origin'),
    /access-control-allow-origin is missing; expected "\*"/,
  ],
  [
    'a preflight without PUT',
    cors,
    /^OPTIONS/,
    withHeaders({ 'access-control-allow-methods': 'GET,POST' }),
    /allow-methods is "GET,POST"/,
  ],
  [
    'a key that creates again',
    once,
    /^POST/,
    without('idempotency-replayed'),
    /idempotency-replayed is missing; expected "true"/,
  ],
  [
    'another code',
    wrong,
    /./,
    withBody((body: object) => ({ ...body, code: 'bad' })),
    /body.code is "bad"; expected "invalid-body"/,
  ],
  ['HTML for a problem', wrong, /./, withHeaders({ 'content-type': 'text/html' }), /content-type is "text\/html"/],
  ['another request', wrong, /./, withBody((body: object) => ({ ...body, requestId: 'x' })), /body.requestId is "x"/],
  [
    'another detail',
    wrong,
    /./,
    withBody(({ errors: _, ...body }: { errors: unknown }) => body),
    /body.errors is missing/,
  ],
])('%s is named in one sentence', async (_, promise, lines, change, sentence) => {
  const group = groups.find((each) => each.promise === promise);
  const player = createPlayer(plant(lines, change), url());
  const { broken } = await player.play(group ?? { promise, rows: [] });
  expect(broken).toMatch(sentence);
  expect(broken?.startsWith(`${promise}: `)).toBe(true);
});
