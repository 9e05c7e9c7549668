import fc from 'fast-check';
import { readQuery } from '../../../functions/http/query';
import { PostQuery } from '../../../functions/posts/model';
import { ask } from '../../support/resources';
import { invalid } from '../../support/responses';
import { mockTable, storedPost, storedUser } from '../../support/table';

const table = mockTable();
const refused = (...errors: { parameter: string; detail: string }[]) => invalid('query', ...errors);

afterEach(() => expect(table.sent()).toEqual([]));

const allowed = 'limit, after, order, userId';
const unknown = `is not a parameter; allowed are ${allowed}`;
const empty = `is empty; leave it out or give a value; parameters are ${allowed}`;
const twice = `is given 2 times; allowed is once; parameters are ${allowed}`;
const limit = 'must be a whole number from 1 to 100';
const id = 'must be an id as this service writes it: a lower-case UUIDv7';

test.each([
  ['GET /posts?sort=title', 'sort', unknown],
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
  ['GET /api/v1/users?email=ann.example', 'email', expect.stringMatching(/^must be an e-mail address: /)],
  ['GET /api/v1/users?skip=1', 'skip', expect.stringMatching(/order, email; to page, follow the Link header$/)],
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

test('a query is read as the pairs that URLSearchParams has written', () => {
  const names = fc.constantFrom('limit', 'order', 'after', 'sort', '__proto__', 'a b', 'é&=%');
  const values = fc.constantFrom('', '5', '100', 'asc', 'desc', storedPost.sk, 'a&b=c', '+ %');
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
