import { handler } from '../../../functions/posts/get';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import { mockTable, post, postSeen } from '../../support/table';

const table = mockTable();
const get = (headers: Record<string, string>) => invoke(handler, eventOf(`GET /posts/${post.sk}`, { headers }));
const headers = { etag: '"rev-of-post"', 'cache-control': 'no-cache' };
const found = answerOf(200, headers, postSeen);
const notModified = answerOf(304, headers);
const stale = problemOf(
  412,
  'stale',
  'The resource is no longer as If-Match says; its current ETag is in the headers.',
  { headers: { etag: '"rev-of-post"' } },
);
const detail = 'must be * or a list of at most 100 quoted entity tags, such as "abc"';
const refused = (...names: string[]) =>
  problemOf(
    400,
    'invalid-header',
    names.length === 1 ? '1 header is invalid.' : `${names.length} headers are invalid.`,
    {
      errors: names.map((header) => ({ header, detail })),
    },
  );
const tags = (count: number) => Array.from({ length: count }, (_, i) => `"${i}"`).join(', ');

beforeEach(() => {
  table.onAnyCommand().resolves({ Item: post });
});

describe('If-None-Match', () => {
  test.each([
    ['*', notModified],
    [' * ', notModified],
    ['"rev-of-post"', notModified],
    ['W/"rev-of-post"', notModified],
    ['"a", "rev-of-post"', notModified],
    ['"a","rev-of-post" ,, W/"b"', notModified],
    [', "rev-of-post"', notModified],
    ['"rev-of-post",', notModified],
    [`${tags(99)}, "rev-of-post"`, notModified],
    ['"rev"', found],
    ['"REV-OF-POST"', found],
    ['"a,rev-of-post"', found],
    ['""', found],
    ['', refused('If-None-Match')],
    ['rev-of-post', refused('If-None-Match')],
    ["'rev-of-post'", refused('If-None-Match')],
    ['w/"rev-of-post"', refused('If-None-Match')],
    ['"a" "rev-of-post"', refused('If-None-Match')],
    ['*, "rev-of-post"', refused('If-None-Match')],
    ['"rev of post"', refused('If-None-Match')],
    [tags(101), refused('If-None-Match')],
  ])('as %s', async (value, answer) => {
    expect(await get({ 'if-none-match': value })).toEqual(answer);
  });
});

test('If-None-Match: * creates with PUT only: for others, what is no id is not there', async () => {
  expect(await invoke(handler, eventOf('GET /posts/1', { headers: { 'if-none-match': '*' } }))).toEqual(
    problemOf(404, 'not-found', 'There is no such resource.'),
  );
});

describe('If-Match', () => {
  test.each([
    ['*', found],
    ['"rev-of-post"', found],
    ['"a", "rev-of-post"', found],
    ['W/"rev-of-post"', stale],
    ['W/"rev-of-post", "rev-of-post"', found],
    ['"old"', stale],
    ['old', refused('If-Match')],
  ])('as %s', async (value, answer) => {
    expect(await get({ 'if-match': value })).toEqual(answer);
  });

  test('goes before If-None-Match', async () => {
    expect(await get({ 'if-match': '"old"', 'if-none-match': '"rev-of-post"' })).toEqual(stale);
  });
});

test('both headers are named when both are wrong, and nothing is read', async () => {
  expect(await get({ 'if-match': 'old', 'if-none-match': 'old' })).toEqual(refused('If-Match', 'If-None-Match'));
  expect(table.sent()).toEqual([]);
});

test.each([
  ['commas', `"a"${' , '.repeat(3000)}x`],
  ['commas without space', `"a"${','.repeat(9000)}x`],
  ['spaces', `"a"${' '.repeat(9000)}x`],
  ['tags', `${tags(1000)} x`],
  ['weak marks', 'W/'.repeat(4500)],
])('a long header of %s is refused at once', async (_, value) => {
  const startedMs = performance.now();
  expect(await get({ 'if-none-match': value })).toEqual(refused('If-None-Match'));
  expect(performance.now() - startedMs).toBeLessThan(1000);
});
