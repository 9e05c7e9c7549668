import { resources } from '../../../functions/resources';
import { grow, startGrown } from '../../support/dynamodb/grown';
import { walkWith } from '../../support/links';
import { ask } from '../../support/resources';
import { idAt } from '../../support/unit/id';

startGrown();

/** Plan whose generations begin between the times of the ids; two times are exactly at a beginning. */
const plan = [
  { from: '2024-01-01T00:00Z', shards: 4 },
  { from: '2025-01-01T00:00Z', shards: 8 },
];
const times = ['2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z', '2025-01-01T00:00Z'];
const idOf = (n: number) => idAt(Date.parse(times[n % 4] ?? ''), n);
const newestFirst = (ids: readonly string[]) => [...ids].sort().reverse();

const authors = [0, 1, 2, 3].map(idOf);
const posts = Array.from({ length: 120 }, (_, n) => idOf(n + 1000));
const postsOf = (author: number) => posts.filter((_, n) => n % 8 === author);
const isCreation = { 'if-none-match': '*' };

beforeAll(async () => {
  for (const { collection } of resources) grow(collection, ...plan);
  for (const [n, id] of authors.entries()) {
    const body = { name: 'Ada', email: `ada-${n}@example.com` };
    expect(await ask(`PUT /api/v1/users/${id}`, { headers: isCreation, body })).toMatchObject({ status: 201 });
  }
  for (const [n, id] of posts.entries()) {
    const body = { title: `Post ${n}`, userId: authors[n % 8] };
    expect(await ask(`PUT /posts/${id}`, { headers: isCreation, body })).toMatchObject({ status: 201 });
  }
});

const walk = walkWith(ask);

describe('a service that grew twice', () => {
  test('lists all of them in both orders', async () => {
    const pages = await walk('/posts?limit=50');
    expect([pages.flat(), pages.map(({ length }) => length)]).toEqual([newestFirst(posts), [50, 50, 20]]);
    expect((await walk('/posts?limit=7&order=asc')).flat()).toEqual([...posts].sort());
    expect((await walk('/api/v1/users?limit=1')).flat()).toEqual(newestFirst(authors));
  });

  test('finds each post, the posts of an author, and a user by address', async () => {
    for (const id of posts) expect(await ask(`GET /posts/${id}`)).toMatchObject({ status: 200, body: { id } });
    for (const [n, id] of authors.entries()) {
      expect((await walk(`/posts?userId=${id}&limit=4`)).flat()).toEqual(newestFirst(postsOf(n)));
      expect((await ask(`GET /api/v1/users?email=ada-${n}@example.com`)).body).toMatchObject([{ id }]);
    }
  });

  test('changes and deletes what is in any generation, and a user with all posts', async () => {
    const [kept = '', left = ''] = authors;
    const [gone = '', changed = ''] = postsOf(1);
    expect(await ask(`DELETE /posts/${gone}`)).toMatchObject({ status: 204 });
    expect(await ask(`GET /posts/${gone}`)).toMatchObject({ status: 404 });
    const body = { title: 'Changed', userId: kept };
    expect(await ask(`PUT /posts/${changed}`, { body })).toMatchObject({ status: 200, body });
    expect(await ask(`DELETE /api/v1/users/${left}`)).toMatchObject({ status: 409 });
    expect(await ask(`DELETE /api/v1/users/${left}?force=true`)).toMatchObject({ status: 204 });
    const rest = posts.filter((id) => id === changed || !postsOf(1).includes(id));
    expect((await walk('/posts')).flat()).toEqual(newestFirst(rest));
    expect((await walk('/api/v1/users')).flat()).toEqual(newestFirst(authors.filter((id) => id !== left)));
    expect(await ask(`DELETE /api/v1/users/${kept}?force=true`)).toMatchObject({ status: 204 });
    expect((await walk(`/posts?userId=${kept}`)).flat()).toEqual([]);
  });
});
