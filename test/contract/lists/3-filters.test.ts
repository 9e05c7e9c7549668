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
