import fc from 'fast-check';
import { nobody, problem, useService } from '../../support/service';

const { ask, user, post } = useService();

type Shown = { readonly id: string; readonly user?: object };

/** Words that must never be in a list of posts. */
const CANARY = 'canary-address';

describe('GET /posts?expand=user', () => {
  test('gives every post that has an author the id and the name of the author, and nothing else', async () => {
    const [ada, bob] = [await user('Ada'), await user('Bob')];
    const [first, second, third] = [await post({ userId: ada.id }), await post(), await post({ userId: bob.id })];
    const { body } = await ask('GET /posts?expand=user&limit=3');
    const { body: plain } = await ask('GET /posts?limit=3');
    expect(body).toEqual([
      { ...plain[0], user: { id: bob.id, name: 'Bob' } },
      plain[1],
      { ...plain[2], user: { id: ada.id, name: 'Ada' } },
    ]);
    expect(body.map(({ id }: Shown) => id)).toEqual([third.id, second.id, first.id]);
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
    const { headers } = await ask(line);
    await ask(`PATCH ${author.path}`, { body: { name: 'After' } });
    const changed = await ask(line, { headers: { 'if-none-match': String(headers.etag) } });
    expect(changed).toMatchObject({ status: 200, body: [{ user: { name: 'After' } }] });
  });

  test.each(['user', 'expand'])('is accepted in no body: %s', async (member) => {
    const body = { title: 'A title', [member]: { id: nobody, name: 'Ada' } };
    const errors = [{ pointer: `#/${member}`, detail: expect.any(String) }];
    expect(await ask('POST /posts', { body })).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test('never shows an e-mail address, whatever a request asks for', async () => {
    const authors = await Promise.all(
      [0, 1, 2].map((number) =>
        ask('POST /api/v1/users', { body: { name: 'Ada', email: `${CANARY}-${number}@e.example` } }),
      ),
    );
    const posts: string[] = [];
    for (const { body } of authors) posts.push((await post({ userId: body.id })).id);
    const ids = fc.constantFrom(...posts, ...authors.map(({ body }) => body.id), nobody);
    const parameters = fc.record(
      {
        expand: fc.constantFrom('user', 'user', 'user', 'email', 'user,email', 'user.email'),
        limit: fc.constantFrom('1', '3', '100'),
        order: fc.constantFrom('asc', 'desc'),
        after: ids,
        userId: ids,
        createdSince: fc.constantFrom('2020-01-01', '2026-11-01T00:00:00+14:00'),
        createdBefore: fc.constantFrom('2999-01-01', '2020-01-01'),
        email: fc.constant(`${CANARY}-0@e.example`),
        fields: fc.constantFrom('email', 'user.email'),
      },
      { requiredKeys: [] },
    );
    const many = fc
      .array(ids, { minLength: 1, maxLength: 3 })
      .map((chosen) => chosen.map((id): [string, string] => ['id', id]).concat([['expand', 'user']]));
    const queries = fc.oneof(
      parameters.map((pairs) => Object.entries(pairs)),
      many,
    );
    const property = fc.asyncProperty(queries, fc.constantFrom('', 'count=exact'), async (pairs, prefer) => {
      const query = new URLSearchParams(pairs);
      const { text, headers } = await ask(`GET /posts?${query}`, { headers: prefer ? { prefer } : {} });
      expect(text + JSON.stringify(headers)).not.toContain(CANARY);
    });
    await fc.assert(property, { numRuns: 100 });
    expect((await ask('GET /posts?expand=user')).text).toContain('"user":{"id"');
  });
});
