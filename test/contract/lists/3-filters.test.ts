import { storePosts } from '../../support/dynamodb/store-posts';
import { nobody, useService } from '../../support/service';

const { ask, user, post, walk, database } = useService();

describe('GET /api/v1/users?email', () => {
  test('lists the one user with that address behind another id', async () => {
    const found = await ask('POST /api/v1/users', { body: { name: 'Zoë', email: 'Zo\u00eb+1@Example.com' } });
    const query = encodeURIComponent('zoe\u0308+1@example.COM');
    expect((await ask(`GET /api/v1/users?email=${query}&after=${nobody}&order=asc`)).body).toEqual([found.body]);
    expect((await ask(`GET /api/v1/users?email=${query}&after=${nobody}`)).body).toEqual([]);
  });
});

describe('Prefer: count=exact', () => {
  const counted = { prefer: 'count=exact' };
  const totalOf = async (path: string, headers: Record<string, string> = counted) => {
    const response = await ask(`GET ${path}`, { headers });
    return [response.status, response.headers['x-total-count'], response.headers['preference-applied']];
  };

  test('counts the items of all pages, with a filter and at any page', async () => {
    const { id } = await user();
    const posts = [];
    for (let i = 0; i < 5; i++) posts.push(await post({ userId: id }));
    for (const query of ['', '&limit=2', '&limit=2&order=asc', `&after=${posts[2].id}`])
      expect(await totalOf(`/posts?userId=${id}${query}`)).toEqual([200, '5', 'count=exact']);
    const { email } = await user();
    expect(await totalOf(`/api/v1/users?email=${email}`)).toEqual([200, '1', 'count=exact']);
  });

  test('leaves the count out when counting takes more than four reads of 1 MB', async () => {
    const { id } = await user();
    const content = 'x'.repeat(50_000);
    await storePosts(database, { userId: id, count: 79, content });
    expect(await totalOf(`/posts?userId=${id}&limit=1`)).toEqual([200, '79', 'count=exact']);
    await storePosts(database, { userId: id, count: 10, content });
    expect(await totalOf(`/posts?userId=${id}&limit=1`)).toEqual([200, undefined, undefined]);
  });

  test('ignores another preference', async () => {
    expect(await totalOf('/posts', { prefer: 'count=estimated' })).toEqual([200, undefined, undefined]);
  });
});

test.each(['asc', 'desc'])(
  'a walk over all pages shows each post that exists the whole time exactly once, %s',
  async (order) => {
    const { id: userId } = await user();
    const ids = await storePosts(database, { userId, count: 200 });
    const isGoing = (_: string, index: number) => index % 10 === 0;
    const change = async () => {
      for (const id of ids.filter(isGoing)) await Promise.all([ask(`DELETE /posts/${id}`), post({ userId })]);
    };
    const [pages] = await Promise.all([walk(`/posts?userId=${userId}&order=${order}&limit=7`), change()]);
    const seen = new Set(pages.flat());
    expect(seen.size).toBe(pages.flat().length);
    expect(ids.filter((id, index) => !isGoing(id, index) && !seen.has(id))).toEqual([]);
  },
);
