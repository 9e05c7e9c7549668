import fc from 'fast-check';
import { readQuery } from '../../../functions/http/query';
import { PostQuery } from '../../../functions/posts/model';
import { ask } from '../../support/resources';
import { invalid } from '../../support/responses';
import { mockTable, storedPost, storedUser } from '../../support/table';

const table = mockTable();
const refused = (...errors: { parameter: string; detail: string }[]) => invalid('query', ...errors);

afterEach(() => expect(table.sent()).toEqual([]));

const allowed = 'limit, after, order, createdSince, createdBefore, id, userId, expand';
const unknown = `is not a parameter; allowed: ${allowed}`;
const empty = `is empty; leave it out or give a value; allowed: ${allowed}`;
const twice = `is given 2 times; the maximum is 1; allowed: ${allowed}`;
const limit = 'must be a whole number of at least 1; more than 100 counts as 100';
const time = 'must be a date such as 2026-11-01, or a time such as 2026-11-01T09:30:00+01:00, from 1970 to 9999 in UTC';
const later = 'must be later than createdSince, by a millisecond or more';
const beside = (...names: string[]) => `cannot be combined with ${names.join(', ')}`;
const manyIds = (count: number) => Array.from({ length: count }, () => `id=${storedPost.sk}`).join('&');
const id = 'must be a UUIDv7';

test.each([
  ['GET /posts?sort=title', 'sort', `${unknown}; did you mean order?`],
  ['GET /posts?Limit=5', 'Limit', `${unknown}; did you mean limit?`],
  ['GET /posts?embed=user', 'embed', `${unknown}; did you mean expand?`],
  ['GET /posts?next=x', 'next', `${unknown}; to page, follow the Link header`],
  ['GET /posts?=5', '', unknown],
  ['GET /posts?__proto__=1', '__proto__', unknown],
  ['GET /posts?page=2', 'page', `${unknown}; to page, follow the Link header`],
  ['GET /posts?offset=50', 'offset', `${unknown}; to page, follow the Link header`],
  ['GET /posts?limit=', 'limit', empty],
  ['GET /posts?after', 'after', empty],
  ['GET /posts?limit=5&limit=5', 'limit', twice],
  ['GET /posts?limit=0', 'limit', limit],
  ['GET /posts?limit=-1', 'limit', limit],
  ['GET /posts?limit=1.5', 'limit', limit],
  ['GET /posts?limit=ten', 'limit', limit],
  ['GET /posts?after=x', 'after', id],
  ['GET /posts?userId=ann', 'userId', id],
  ['GET /posts?order=DESC', 'order', 'must be desc or asc'],
  [`GET /posts?${'x'.repeat(200)}=1`, `${'x'.repeat(100)}…`, unknown],
  [`GET /posts?${'x'.repeat(99)}👋=1`, `${'x'.repeat(99)}\ufffd…`, unknown],
  [`GET /posts/${storedPost.sk}?page=1`, 'page', 'is not a parameter; this route takes none'],
  ['GET /api/v1/users?email=a', 'email', 'must be at least 3 characters long'],
  [
    'GET /api/v1/users?email=ann.example',
    'email',
    'must be an e-mail address: one @ with something on both sides, no white space',
  ],
  [
    'GET /api/v1/users?skip=1',
    'skip',
    'is not a parameter; allowed: limit, after, order, createdSince, createdBefore, id, email; to page, follow the Link header',
  ],
  ['GET /posts?createdAfter=2026-11-01', 'createdAfter', `${unknown}; did you mean createdSince?`],
  ['GET /posts?since=2026-11-01', 'since', `${unknown}; did you mean createdSince?`],
  ['GET /posts?from=2026-11-01', 'from', `${unknown}; did you mean createdSince?`],
  ['GET /posts?before=2026-11-01', 'before', `${unknown}; did you mean createdBefore?`],
  ['GET /posts?to=2026-11-01', 'to', `${unknown}; did you mean createdBefore?`],
  ['GET /posts?author=x', 'author', `${unknown}; did you mean userId?`],
  ['GET /posts?createdSince=yesterday', 'createdSince', time],
  ['GET /posts?createdBefore=2026-02-30', 'createdBefore', time],
  ['GET /posts?createdSince=2026-11-01&createdSince=2026-11-02', 'createdSince', twice],
  ['GET /posts?createdSince=2026-11-02&createdBefore=2026-11-01', 'createdBefore', later],
  ['GET /posts?createdSince=2026-11-01&createdBefore=2026-11-01T01:00:00%2B01:00', 'createdBefore', later],
  ['GET /posts?id=', 'id', empty],
  [`GET /posts?id=${storedPost.sk}&id=`, 'id', empty],
  [`GET /posts?${manyIds(51)}`, 'id', `is given 51 times; the maximum is 50; allowed: ${allowed}`],
  [`GET /posts?${manyIds(2)}&createdSince=2026-11-01`, 'id', beside('createdSince')],
  [`GET /posts?${manyIds(1)}&userId=${storedUser.sk}&order=asc`, 'id', beside('userId')],
  [`GET /api/v1/users?${manyIds(1)}&email=ann@example.com`, 'id', beside('email')],
  [`GET /posts?${manyIds(1)}&include=user`, 'include', `${unknown}; did you mean expand?`],
  [`GET /posts?ids=${storedPost.sk}`, 'ids', `${unknown}; did you mean id?`],
  ['GET /posts?expand=users', 'expand', 'must be user'],
  ['GET /posts?expand=user&expand=user', 'expand', twice],
  [
    'GET /api/v1/users?expand=user',
    'expand',
    'is not a parameter; allowed: limit, after, order, createdSince, createdBefore, id, email',
  ],
  [`GET /posts/${storedPost.sk}?expand=user`, 'expand', 'is not a parameter; this route takes none'],
  [`DELETE /api/v1/users/${storedUser.sk}?force=TRUE`, 'force', 'must be true or false'],
])('%s is a 400', async (line, parameter, detail) => {
  expect(await ask(line)).toEqual(refused({ parameter, detail }));
});

test('GET /posts names every wrong parameter at once', async () => {
  expect(await ask('GET /posts?limit=0&order=up&x=1&after=&userId=1&userId=2')).toEqual(
    refused(
      { parameter: 'x', detail: unknown },
      { parameter: 'after', detail: empty },
      { parameter: 'userId', detail: twice },
      { parameter: 'limit', detail: limit },
      { parameter: 'order', detail: 'must be desc or asc' },
    ),
  );
});

test('GET /posts names all faults of ids, time range and expand at once', async () => {
  const query = `${manyIds(51)}&createdSince=2026-13-01&createdBefore=&expand=author&limit=0`;
  const { body } = await ask(`GET /posts?${query}`);
  const parameters = body.errors.map(({ parameter }: { parameter: string }) => parameter);
  expect(parameters.sort()).toEqual(['createdBefore', 'createdSince', 'expand', 'id', 'id', 'limit']);
  expect(body.detail).toMatch(/ \(and 5 more errors\)\.$/);
});

test('a query is read as the pairs that URLSearchParams has written', () => {
  const names = fc.constantFrom('limit', 'order', 'after', 'sort', '__proto__', 'a+b', 'é&=%');
  const values = fc.constantFrom('', '5', '100', 'asc', 'desc', storedPost.sk, 'a&b=c', '+%');
  const isRight: Readonly<Record<string, (value: string) => boolean>> = {
    limit: (value) => /^\d+$/.test(value),
    order: (value) => /^(a|de)sc$/.test(value),
    after: (value) => value === storedPost.sk,
  };
  const property = fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
    const errors: Parameters<typeof readQuery>[2] = [];
    const read = readQuery(PostQuery, new URLSearchParams(pairs).toString(), errors);
    const sent = [...new Set(pairs.map(([name]) => name))];
    const valuesOf = (name: string) => pairs.filter(([other]) => other === name).map(([, value]) => value);
    const isSound = (name: string) =>
      Object.hasOwn(isRight, name) && valuesOf(name).length === 1 && isRight[name]?.(String(valuesOf(name)[0]));
    const wrong = sent.filter((name) => !isSound(name));
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(wrong.sort());
    if (wrong.length > 0) return;
    const given = Object.fromEntries(pairs.map(([name, value]) => [name, name === 'limit' ? Number(value) : value]));
    expect(read).toEqual({ limit: 50, order: 'desc', ...given });
  });
  fc.assert(property);
});
