import { useService } from '../../support/service';

const { ask, user, post } = useService();

describe('GET /posts?expand=user', () => {
  test('gives every post that has an author the id and the name of the author, and nothing else', async () => {
    const [ada, bob] = [await user('Ada'), await user('Bob')];
    for (const body of [{ userId: ada.id }, {}, { userId: bob.id }]) await post(body);
    const { body: plain } = await ask('GET /posts?limit=3');
    expect((await ask('GET /posts?expand=user&limit=3')).body).toEqual([
      { ...plain[0], user: { id: bob.id, name: 'Bob' } },
      plain[1],
      { ...plain[2], user: { id: ada.id, name: 'Ada' } },
    ]);
  });

  test('combines with a filter, a page, an order, a time range, a count and ids', async () => {
    const { id: userId } = await user('Grace');
    const posts = [];
    for (let i = 0; i < 3; i++) posts.push((await post({ userId })).id);
    const author = { id: userId, name: 'Grace' };
    const query = `expand=user&userId=${userId}&limit=1&order=asc&createdSince=2020-01-01&after=${posts[0]}`;
    const { body, headers } = await ask(`GET /posts?${query}`, { headers: { prefer: 'count=exact' } });
    expect(body).toMatchObject([{ id: posts[1], user: author }]);
    expect(headers['x-total-count']).toBe('3');
    expect(headers.link).toContain('expand=user');
    expect((await ask(`GET /posts?expand=user&id=${posts[2]}&id=${posts[0]}`)).body).toMatchObject([
      { id: posts[2], user: author },
      { id: posts[0], user: author },
    ]);
  });

  test('shows the new name of an author, with another ETag', async () => {
    const author = await user('Before');
    await post({ userId: author.id });
    const line = `GET /posts?expand=user&userId=${author.id}`;
    const headers = { 'if-none-match': String((await ask(line)).headers.etag) };
    await ask(`PATCH ${author.path}`, { body: { name: 'After' } });
    expect(await ask(line, { headers })).toMatchObject({ status: 200, body: [{ user: { name: 'After' } }] });
  });
});
