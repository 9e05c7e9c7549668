import { storePosts } from '../support/dynamodb/store-posts';
import { problem, useService } from '../support/service';
import { idAt } from '../support/unit/id';

const { ask, user, database } = useService();

/** Mints a valid id at this time, as a client does. */
const mint = (ms = Date.now()) => idAt(ms, Math.floor(Math.random() * 1e12));

describe('PUT with If-None-Match: *', () => {
  const headers = { 'if-none-match': '*' };
  const put = (id: string, more = {}) =>
    ask(`PUT /posts/${id}`, { headers: { ...headers, ...more }, body: { title: 'new' } });

  test('creates under the id in the path, in upper or lower case', async () => {
    const id = mint(Date.parse('2020-02-02T02:02:02.222Z'));
    const { status, headers: answered, body } = await put(id.toUpperCase());
    expect([status, body]).toMatchObject([201, { id, createdAt: '2020-02-02T02:02:02.222Z' }]);
    expect(answered.location).toMatch(new RegExp(`/posts/${id}$`));
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect((await ask(`GET /posts/${id}`)).body).toEqual(body);
  });

  test('takes an id of less than a minute ahead, and updatedAt is never before createdAt', async () => {
    const { status, body } = await put(mint(Date.now() + 50_000));
    expect([status, body.updatedAt]).toEqual([201, body.createdAt]);
    const { body: patched } = await ask(`PATCH /posts/${body.id}`, { body: { title: 'newer' } });
    expect(patched.updatedAt > body.updatedAt).toBe(true);
  });

  test.each([
    ['of the future', () => mint(Date.now() + 70_000)],
    ['of another version', () => '01890000-0000-4000-8000-000000000000'],
  ])('is a 400 for an id %s', async (_, id) => {
    expect(await put(id())).toMatchObject(problem(400, 'invalid-id'));
  });
});

describe('DELETE', () => {
  test('with ?force=true deletes a user with 1,000 posts', async () => {
    const author = await user();
    await storePosts(database, { userId: author.id, count: 1000 });
    expect(await ask(`DELETE ${author.path}?force=true`)).toMatchObject({ status: 204 });
    expect((await ask(`GET /posts?userId=${author.id}`)).body).toEqual([]);
  });
});
