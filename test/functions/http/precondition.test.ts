import { GetCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { readPrecondition } from '../../../functions/http/precondition';
import { ask, posts } from '../../support/resources';
import { invalid, notFound, responseOf, stale } from '../../support/responses';
import { mockTable } from '../../support/table';
import { cpuMs } from '../../support/time';

const table = mockTable();
const get = (headers: Record<string, string>) => posts.ask('get', { headers });
const headers = { etag: '"rev-of-post"', 'cache-control': 'no-cache' };
const found = responseOf(200, headers, posts.body);
const notModified = responseOf(304, headers);
const detail = 'must be * or a list of at most 100 quoted entity tags, such as "abc"';
const refused = (...names: string[]) => invalid('header', ...names.map((header) => ({ header, detail })));
const tags = (count: number) => Array.from({ length: count }, (_, i) => `"${i}"`).join(', ');

beforeEach(() => {
  table.on(GetCommand).resolves({ Item: posts.stored });
});

test.each([
  ['If-None-Match', ' * ', notModified],
  ['If-None-Match', '"rev-of-post"', notModified],
  ['If-None-Match', '"a","rev-of-post" ,, W/"b"', notModified],
  ['If-None-Match', ', "rev-of-post"', notModified],
  ['If-None-Match', '"rev-of-post",', notModified],
  ['If-None-Match', `${tags(99)}, "rev-of-post"`, notModified],
  ['If-None-Match', '"REV-OF-POST", "rev"', found],
  ['If-None-Match', '"a,rev-of-post"', found],
  ['If-None-Match', '""', found],
  ['If-None-Match', '', refused('If-None-Match')],
  ['If-None-Match', 'rev-of-post', refused('If-None-Match')],
  ['If-None-Match', 'w/"rev-of-post"', refused('If-None-Match')],
  ['If-None-Match', '"a" "rev-of-post"', refused('If-None-Match')],
  ['If-None-Match', '*, "rev-of-post"', refused('If-None-Match')],
  ['If-None-Match', '"rev of post"', refused('If-None-Match')],
  ['If-None-Match', tags(101), refused('If-None-Match')],
  ['If-Match', '*', found],
  ['If-Match', 'W/"rev-of-post"', stale('rev-of-post')],
  ['If-Match', 'W/"rev-of-post", "rev-of-post"', found],
  ['If-Match', 'old', refused('If-Match')],
])('%s: %s is answered so', async (header, value, response) => {
  expect(await get({ [header.toLowerCase()]: value })).toEqual(response);
});

test('If-None-Match: * makes no malformed id valid in a GET', async () => {
  expect(await ask('GET /posts/1', { headers: { 'if-none-match': '*' } })).toEqual(notFound);
});

test('If-Match is checked before If-None-Match', async () => {
  expect(await get({ 'if-match': '"old"', 'if-none-match': '"rev-of-post"' })).toEqual(stale('rev-of-post'));
});

test('the response names both headers when both are malformed, and nothing is read', async () => {
  expect(await get({ 'if-match': 'old', 'if-none-match': 'old' })).toEqual(refused('If-Match', 'If-None-Match'));
  expect(table.sent()).toEqual([]);
});

test.each([
  ['commas', `"a"${' , '.repeat(3000)}x`],
  ['commas without space', `"a"${','.repeat(9000)}x`],
  ['spaces', `"a"${' '.repeat(9000)}x`],
  ['tags', `${tags(1000)} x`],
  ['weak marks', 'W/'.repeat(4500)],
])('a long header of %s is refused in less than a second of processor time', async (_, value) => {
  const startedMs = cpuMs();
  expect(await get({ 'if-none-match': value })).toEqual(refused('If-None-Match'));
  expect(cpuMs() - startedMs).toBeLessThan(1000);
});

test('both headers are read as the lists of tags that were written', () => {
  const separator = fc.stringMatching(/^[ \t]*,[ \t,]*$/);
  const tag = fc.tuple(fc.boolean(), fc.stringMatching(/^[\x21\x23-\x7e\x80-\xff]{0,9}$/));
  const lists = fc.array(fc.tuple(tag, separator), { minLength: 1, maxLength: 100 });
  const property = fc.property(lists, (list) => {
    const value = list.map(([[isWeak, rev], after]) => `${isWeak ? 'W/' : ''}"${rev}"${after}`).join('');
    const errors: Parameters<typeof readPrecondition>[1] = [];
    expect(readPrecondition({ 'if-match': value, 'if-none-match': value }, errors)).toEqual({
      ifMatch: list.flatMap(([[isWeak, rev]]) => (isWeak ? [] : rev)),
      ifNoneMatch: list.map(([[, rev]]) => rev),
    });
    expect(errors).toEqual([]);
  });
  fc.assert(property);
});
