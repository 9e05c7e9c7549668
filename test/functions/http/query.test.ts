import { handler as createPost } from '../../../functions/posts/create';
import { handler as getPost } from '../../../functions/posts/get';
import { handler as listPosts } from '../../../functions/posts/list';
import { handler as removePost } from '../../../functions/posts/remove';
import { handler as listUsers } from '../../../functions/users/list';
import { eventOf, invoke, problemOf } from '../../support/event';
import { mockTable, post } from '../../support/table';

const table = mockTable();
const list = (query: string) => invoke(listPosts, eventOf('GET /posts', { query }));
const refused = (...errors: { parameter: string; detail: string }[]) =>
  problemOf(
    400,
    'invalid-query',
    errors.length === 1 ? '1 parameter is invalid.' : `${errors.length} parameters are invalid.`,
    { errors },
  );

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
    [`after=${post.sk.toUpperCase()}`, 'after', id],
    ['order=DESC', 'order', 'must be desc or asc'],
    ['order=newest', 'order', 'must be desc or asc'],
    ['order=%00', 'order', 'must be desc or asc'],
    [`${'x'.repeat(200)}=1`, `${'x'.repeat(100)}…`, unknown],
    [`${'x'.repeat(99)}👋=1`, `${'x'.repeat(99)}\ufffd…`, unknown],
  ])('refuses ?%s', async (query, parameter, detail) => {
    expect(await list(query)).toEqual(refused({ parameter, detail }));
  });

  test('names all that is wrong at once', async () => {
    expect(await list('limit=0&order=up&x=1&after=&userId=1&userId=2')).toEqual(
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
  test('refuses what is no parameter', async () => {
    const event = eventOf('GET /api/v1/users', { query: 'skip=1&userId=1' });
    const detail = 'is not a parameter; allowed are limit, after, order, email';
    expect(await invoke(listUsers, event)).toEqual(
      refused(
        { parameter: 'skip', detail: `${detail}; to page, follow the Link header` },
        { parameter: 'userId', detail },
      ),
    );
  });

  test('names the first thing that is wrong with an address', async () => {
    expect(await invoke(listUsers, eventOf('GET /api/v1/users', { query: 'email=a' }))).toEqual(
      refused({ parameter: 'email', detail: 'must be at least 3 characters long' }),
    );
  });
});

describe('a route without parameters', () => {
  test.each([
    ['GET', getPost],
    ['DELETE', removePost],
  ])('refuses them: %s /posts/{id}', async (method, handler) => {
    expect(await invoke(handler, eventOf(`${method} /posts/${post.sk}`, { query: 'page=1&x' }))).toEqual(
      refused(
        { parameter: 'page', detail: 'is not a parameter; this route takes none' },
        { parameter: 'x', detail: 'is not a parameter; this route takes none' },
      ),
    );
  });

  test('refuses them: POST /posts', async () => {
    expect(await invoke(createPost, eventOf('POST /posts', { query: 'x=1', body: { title: 'Hello' } }))).toEqual(
      refused({ parameter: 'x', detail: 'is not a parameter; this route takes none' }),
    );
  });
});
