import { groups } from '../../../lib/verify/groups';
import { createPlayer } from '../../../lib/verify/play';
import { aChild, anExpandedChild, declared, describeFor } from '../../support/declared';
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

const cors = 'A page of any origin may read and write';
const wrong = 'A wrong body is a 400 that names the member';

type Row = [name: string, promise: string, request: string, defect: Defect, sentence: string];

const rowsOf = ({ noun, path, required: [name = ''] }: (typeof declared)[number]): Row[] => {
  const created = `A created ${noun} can be read, replaced, changed and deleted`;
  const withValue = (value?: string) => (body: HttpResult['body']) => ({ ...body, [name]: value });
  return [
    ['another status', created, `POST ${path}`, { status: 200 }, `POST ${path}: status is 200; expected 201.`],
    [
      'no Location',
      created,
      `POST ${path}`,
      { headers: { location: undefined } },
      'location is missing; expected "http',
    ],
    ['a weak ETag', created, `POST ${path}`, { headers: { etag: 'W/"x"' } }, 'headers.etag is "W/\\"x\\""; expected'],
    ['a constant ETag', created, 'PUT', { headers: { etag: '"x"' } }, 'headers.etag is "\\"x\\""; expected "!'],
    ['no member', created, `POST ${path}`, { body: withValue() }, `body.${name} is missing`],
    ['a stale read', created, 'GET', { body: withValue('stale') }, `body.${name} is "stale"`],
    ['a body of HEAD', created, 'HEAD', { text: 'x' }, 'body is "x"; expected ""'],
    [
      'sniffing',
      created,
      'GET',
      { headers: { 'x-content-type-options': undefined } },
      'content-type-options is missing',
    ],
    ['a cached write', created, 'PUT', { headers: { 'cache-control': 'max-age=9' } }, 'expected "no-store"'],
    ['no PUT', cors, 'OPTIONS', { headers: { 'access-control-allow-methods': 'GET,POST' } }, 'methods is "GET,POST"'],
    [
      'another code',
      wrong,
      '',
      { body: (body) => ({ ...body, code: 'bad' }) },
      'body.code is "bad"; expected "invalid-',
    ],
    ['HTML for a problem', wrong, '', { headers: { 'content-type': 'text/html' } }, 'content-type is "text/html"'],
    ['another request', wrong, '', { body: (body) => ({ ...body, requestId: 'x' }) }, 'body.requestId is "x"'],
    ['another detail', wrong, '', { body: (body) => ({ ...body, errors: undefined }) }, 'body.errors is missing'],
  ];
};

const expectSentence = async ([, promise, request, { body, headers, ...defect }, sentence]: Row) => {
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
};

describeFor({ what: 'a resource', found: declared[0] }, 'a resource', (found) => {
  test.each(rowsOf(found))('%s is named in one sentence', (...row) => expectSentence(row));
});

describeFor(aChild, 'a list of children', ({ plural, path, attribute, parent: { noun } }) => {
  const pastEnd = `<${path}?limit=1&after=00000000-0000-7000-8000-000000000000>; rel="next"`;
  const listed = `The ${plural} of each ${noun} are listed in pages, and deleted with the ${noun} only`;
  test.each<Row>([
    ['in the reverse order', listed, `${attribute}=`, { body: (items) => items.toReversed() }, 'body.0.id is "'],
    ['with a wrong count', listed, 'limit=2', { headers: { 'x-total-count': '2' } }, 'count is "2"; expected "3"'],
    ['with a Link past its end', listed, 'limit=2', { headers: { link: pastEnd } }, 'body is []; expected [{'],
    ['with a Link at its end', listed, 'limit=3', { headers: { link: pastEnd } }, 'link is "</'],
  ])('%s is named in one sentence', (...row) => expectSentence(row));
});

describeFor(anExpandedChild, 'an expanded list', ({ plural, parent: { noun } }) => {
  const listed = `The ${plural} of each ${noun} are listed in pages, and deleted with the ${noun} only`;
  const other: Defect = { body: ([a]) => [{ ...a, [noun]: { ...a[noun], id: 'x' } }] };
  test.each<Row>([['of another parent', listed, 'expand', other, `${noun}.id is "x"`]])(
    '%s is named in one sentence',
    (...row) => expectSentence(row),
  );
});
