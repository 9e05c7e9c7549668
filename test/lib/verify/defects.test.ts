import { groups } from '../../../lib/verify/groups';
import { createPlayer } from '../../../lib/verify/play';
import { aListedChild, declared, describeFor, routeOf } from '../../support/declared';
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

type Row = [sentence: string, promise: string, request: string, defect: Defect];

const testSentences = (rows: Row[]) =>
  test.each(rows)('a defect is named in one sentence: %s', async (sentence, promise, request, defect) => {
    const { body, headers, ...others } = defect;
    const player = createPlayer(async (line, parts) => {
      const response = await ask(line, parts);
      if (!line.includes(request)) return response;
      const changed = body ? body(response.body) : response.body;
      return { ...response, ...others, body: changed, headers: { ...response.headers, ...headers } };
    }, url());
    const rows = groups.filter((group) => group.promise === promise).flatMap((group) => group.rows);
    const { broken } = await player.play({ promise, rows });
    expect(broken).toContain(sentence);
    expect(broken?.startsWith(`${promise}: `)).toBe(true);
  });

describeFor({ what: 'a resource', found: declared[0] }, 'a resource', ({ word, path, required: [name = ''] }) => {
  const [post, created] = [`POST ${path}`, `A created ${word} can be read, replaced, changed and deleted`];
  const wrong = 'A wrong body is a 400 that names the member';
  const origins = 'A page of any origin may read and write';
  const withValue = (value?: string) => (body: HttpResult['body']) => ({ ...body, [name]: value });
  testSentences([
    [`${post}: status is 200; expected 201.`, created, post, { status: 200 }],
    ['location is missing; expected "http', created, post, { headers: { location: undefined } }],
    ['headers.etag is "W/\\"x\\""; expected', created, post, { headers: { etag: 'W/"x"' } }],
    ['headers.etag is "\\"x\\""; expected "!', created, 'PUT', { headers: { etag: '"x"' } }],
    [`body.${name} is missing`, created, post, { body: withValue() }],
    [`body.${name} is "stale"`, created, 'GET', { body: withValue('stale') }],
    ['body is "x"; expected ""', created, 'HEAD', { text: 'x' }],
    ['content-type-options is missing', created, 'GET', { headers: { 'x-content-type-options': undefined } }],
    ['expected "no-store"', created, 'PUT', { headers: { 'cache-control': 'max-age=9' } }],
    ['methods is "GET,POST"', origins, 'OPTIONS', { headers: { 'access-control-allow-methods': 'GET,POST' } }],
    ['body.code is "bad"; expected "invalid-', wrong, '', { body: (body) => ({ ...body, code: 'bad' }) }],
    ['content-type is "text/html"', wrong, '', { headers: { 'content-type': 'text/html' } }],
    ['body.requestId is "x"', wrong, '', { body: (body) => ({ ...body, requestId: 'x' }) }],
    ['body.errors is missing', wrong, '', { body: (body) => ({ ...body, errors: undefined }) }],
  ]);
});

describeFor(aListedChild, 'a list of children', ({ plural, path, attribute, resource, parent: { noun, word } }) => {
  const link = `<${path}?limit=1&after=00000000-0000-7000-8000-000000000000>; rel="next"`;
  const listed = `The ${plural} of each ${word} are listed in pages, and deleted with the ${word} only`;
  const expanded: Defect['body'] = ([a]) => [{ ...a, [noun]: { ...a[noun], id: 'x' } }];
  testSentences([
    ['body.0.id is "', listed, `${attribute}=`, { body: (items) => items.toReversed() }],
    ['count is "2"; expected "3"', listed, 'limit=2', { headers: { 'x-total-count': '2' } }],
    ['body is []; expected [{', listed, 'limit=2', { headers: { link } }],
    ['link is "</', listed, 'limit=3', { headers: { link } }],
    ...(routeOf(resource, 'list')[1].expands?.[noun]
      ? [[`${noun}.id is "x"`, listed, 'expand', { body: expanded }] satisfies Row]
      : []),
  ]);
});
