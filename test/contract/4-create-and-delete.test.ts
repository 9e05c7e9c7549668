import { storePosts } from '../support/dynamodb/store-posts';
import { idAt } from '../support/id';
import { nobody, problem, useService } from '../support/service';

const { ask, user, post, database } = useService();

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
    ['of another form', () => 'my-post'],
  ])('is a 400 for an id %s', async (_, id) => {
    expect(await put(id())).toMatchObject(problem(400, 'invalid-id'));
  });

  test('keeps the rules of addresses and authors', async () => {
    const { email } = await user();
    const taken = await ask(`PUT /api/v1/users/${mint()}`, { headers, body: { name: 'x', email } });
    expect(taken).toMatchObject(problem(409, 'email-taken'));
    const unknown = await ask(`PUT /posts/${mint()}`, { headers, body: { title: 'x', userId: nobody } });
    expect(unknown).toMatchObject(problem(422, 'unknown-user'));
  });
});

describe('DELETE', () => {
  test('with ?force=true deletes a user with 1,000 posts', async () => {
    const author = await user();
    await storePosts(database, { userId: author.id, count: 1000 });
    expect(await ask(`DELETE ${author.path}?force=true`)).toMatchObject({ status: 204 });
    expect((await ask(`GET /posts?userId=${author.id}`)).body).toEqual([]);
  });

  test.each(['', 'yes', '1', 'true&force=true'])('is a 400 with ?force=%s', async (force) => {
    const author = await user();
    expect(await ask(`DELETE ${author.path}?force=${force}`)).toMatchObject(problem(400, 'invalid-query'));
    expect(await ask(`GET ${author.path}`)).toMatchObject({ status: 200 });
  });

  test.each(['', '?force=true'])('frees the address of a user: %s', async (query) => {
    const { path, email } = await user();
    expect(await ask(`DELETE ${path}${query}`)).toMatchObject({ status: 204, text: '' });
    expect(await ask('POST /api/v1/users', { body: { name: 'Bob', email } })).toMatchObject({ status: 201 });
  });
});

describe('Prefer', () => {
  test.each([
    ['POST', 201],
    ['PUT', 204],
    ['PATCH', 204],
  ])('return=minimal leaves out the body of %s', async (method, status) => {
    const { path } = await post();
    const line = method === 'POST' ? 'POST /posts' : `${method} ${path}`;
    const response = await ask(line, { headers: { prefer: 'return=minimal' }, body: { title: 'New' } });
    const applied = { etag: expect.any(String), 'preference-applied': 'return=minimal' };
    expect(response).toMatchObject({ status, text: '', headers: applied });
    expect(response.headers['content-type']).toBeUndefined();
    expect(response.headers.location !== undefined).toBe(method === 'POST');
  });

  test.each(['', '?force=true'])('return=representation makes DELETE answer what was deleted: %s', async (query) => {
    const { path, etag, ...body } = await user();
    const headers = { prefer: 'return=representation', 'if-match': etag };
    const applied = { 'preference-applied': 'return=representation' };
    expect(await ask(`DELETE ${path}${query}`, { headers })).toMatchObject({ status: 200, body, headers: applied });
  });

  test('with another value is ignored', async () => {
    const response = await ask('POST /posts', { headers: { prefer: 'return=nothing' }, body: { title: 'Hi' } });
    expect(response).toMatchObject({ status: 201, body: { title: 'Hi' } });
    expect(response.headers).not.toHaveProperty('preference-applied');
  });
});
