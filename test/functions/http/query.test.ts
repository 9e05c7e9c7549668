import fc from 'fast-check';
import { readQuery } from '../../../functions/http/query';
import { PostQuery } from '../../../functions/posts/model';
import { ask } from '../../support/resources';
import { invalid } from '../../support/responses';
import { mockTable, storedPost } from '../../support/table';

const table = mockTable();
const refused = (...errors: { parameter: string; detail: string }[]) => invalid('query', ...errors);

afterEach(() => expect(table.sent()).toEqual([]));

const allowed = 'limit, after, order, userId';
const unknown = `is not a parameter; allowed are ${allowed}`;
const empty = `is empty; leave it out or give a value; parameters are ${allowed}`;
const twice = `is given 2 times; allowed is once; parameters are ${allowed}`;
const limit = 'must be a whole number from 1 to 100';
const id = 'must be an id as this service writes it: a lower-case UUIDv7';

describe('GET /posts', () => {
  test.each([
    ['sort=title', 'sort', unknown],
    ['Limit=5', 'Limit', unknown],
    ['limit%20=5', 'limit ', unknown],
    ['=5', '', unknown],
    ['__proto__=1', '__proto__', unknown],
    ['constructor=1', 'constructor', unknown],
    ['email=a@b', 'email', unknown],
    ['page=2', 'page', `${unknown}; to page, follow the Link header`],
    ['offset=50', 'offset', `${unknown}; to page, follow the Link header`],
    ['limit=', 'limit', empty],
    ['after', 'after', empty],
    ['order=', 'order', empty],
    ['limit=5&limit=5', 'limit', twice],
    ['order=&order=asc', 'order', twice],
    ['limit=0', 'limit', limit],
    ['limit=-1', 'limit', limit],
    ['limit=+5', 'limit', limit],
    ['limit=1.5', 'limit', limit],
    ['limit=1e1', 'limit', limit],
    ['limit=0x10', 'limit', limit],
    ['limit=05', 'limit', limit],
    ['limit=ten', 'limit', limit],
    ['limit=%EF%BC%95', 'limit', limit],
    ['limit=5%0A', 'limit', limit],
    ['after=x', 'after', id],
    [`after=${storedPost.sk.toUpperCase()}`, 'after', id],
    ['order=DESC', 'order', 'must be desc or asc'],
    ['order=newest', 'order', 'must be desc or asc'],
    ['order=%00', 'order', 'must be desc or asc'],
    [`${'x'.repeat(200)}=1`, `${'x'.repeat(100)}…`, unknown],
    [`${'x'.repeat(99)}👋=1`, `${'x'.repeat(99)}\ufffd…`, unknown],
  ])('answers 400 to ?%s', async (query, parameter, detail) => {
    expect(await ask(`GET /posts?${query}`)).toEqual(refused({ parameter, detail }));
  });

  test('names every wrong parameter at once', async () => {
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
});

describe('GET /api/v1/users', () => {
  test('answers 400 to parameters of other routes', async () => {
    const detail = 'is not a parameter; allowed are limit, after, order, email';
    expect(await ask('GET /api/v1/users?skip=1&userId=1')).toEqual(
      refused(
        { parameter: 'skip', detail: `${detail}; to page, follow the Link header` },
        { parameter: 'userId', detail },
      ),
    );
  });

  test('names the first error of an address only', async () => {
    expect(await ask('GET /api/v1/users?email=a')).toEqual(
      refused({ parameter: 'email', detail: 'must be at least 3 characters long' }),
    );
  });
});

test.each([`GET /posts/${storedPost.sk}`, `DELETE /posts/${storedPost.sk}`, 'POST /posts'])(
  '%s answers 400 to any parameter',
  async (line) => {
    const detail = 'is not a parameter; this route takes none';
    const body = line.startsWith('POST') ? { title: 'Hello' } : undefined;
    expect(await ask(`${line}?page=1&x`, { body })).toEqual(
      refused({ parameter: 'page', detail }, { parameter: 'x', detail }),
    );
  },
);

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
