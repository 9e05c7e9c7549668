import { idAt } from '../support/id';
import { bodyFor, collections, nobody, problem, useService } from '../support/service';

const { ask, user, post, create } = useService();

/** Mints a valid id at this time, as a client does. */
const mint = (ms = Date.now()) => idAt(ms, Math.floor(Math.random() * 1e12));

const headers = { 'if-none-match': '*' };

describe.each(collections)('PUT %s/{id} with If-None-Match: *', (collection) => {
  const put = (id: string, more = {}) =>
    ask(`PUT ${collection}/${id}`, { headers: { ...headers, ...more }, body: bodyFor(collection, 'new') });

  test('creates under the id in the path, in upper or lower case', async () => {
    const id = mint(Date.parse('2020-02-02T02:02:02.222Z'));
    const response = await put(id.toUpperCase());
    expect(response).toMatchObject({ status: 201, body: { id, createdAt: '2020-02-02T02:02:02.222Z' } });
    expect(response.headers.location).toMatch(new RegExp(`^http://.*${collection}/${id}$`));
    expect(Date.parse(response.body.updatedAt)).toBeGreaterThan(Date.now() - 60_000);
    const got = await ask(`GET ${collection}/${id}`);
    expect([got.body, got.headers.etag]).toEqual([response.body, response.headers.etag]);
  });

  test('is a 412 with the current ETag when the resource exists', async () => {
    const { id, etag } = await create(collection);
    const response = await put(id);
    expect(response).toMatchObject(problem(412, 'exists'));
    expect(response.headers.etag).toBe(etag);
  });

  test('takes an id of less than a minute ahead, and updatedAt is never before createdAt', async () => {
    const { status, body } = await put(mint(Date.now() + 50_000));
    expect([status, body.updatedAt]).toEqual([201, body.createdAt]);
    const patch = bodyFor(collection, 'newer');
    const { body: patched } = await ask(`PATCH ${collection}/${body.id}`, { body: patch });
    expect(patched.updatedAt > body.updatedAt).toBe(true);
  });

  test.each([
    ['of the future', () => mint(Date.now() + 70_000)],
    ['of another version', () => '01890000-0000-4000-8000-000000000000'],
    ['of another form', () => 'my-post'],
  ])('is a 400 for an id %s', async (_, id) => {
    expect(await put(id())).toMatchObject(problem(400, 'invalid-id'));
  });

  test('is a 400 together with If-Match', async () => {
    expect(await put(mint(), { 'if-match': '"x"' })).toMatchObject(problem(400, 'invalid-header'));
  });
});

describe('PUT with If-None-Match: * keeps the rules', () => {
  test('of addresses and authors', async () => {
    const { email } = await user();
    const taken = await ask(`PUT /api/v1/users/${mint()}`, { headers, body: { name: 'x', email } });
    expect(taken).toMatchObject(problem(409, 'email-taken'));
    const unknown = await ask(`PUT /posts/${mint()}`, { headers, body: { title: 'x', userId: nobody } });
    expect(unknown).toMatchObject(problem(422, 'unknown-user'));
  });

  test('and is a 412, and not a 409, when the user exists', async () => {
    const { path, email } = await user();
    expect(await ask(`PUT ${path}`, { headers, body: { name: 'x', email } })).toMatchObject(problem(412, 'exists'));
  });
});

describe('32 requests at once', () => {
  const statuses = (responses: { status: number }[], status: number) =>
    responses.filter((response) => response.status === status).length;
  const all = <T>(run: (i: number) => T) => Promise.all(Array.from({ length: 32 }, (_, i) => run(i)));

  test('to create users with one address: one answers 201, the others 409', async () => {
    const body = { name: 'Ada', email: 'race@example.com' };
    const responses = await all(() => ask('POST /api/v1/users', { body }));
    expect([statuses(responses, 201), statuses(responses, 409)]).toEqual([1, 31]);
    const winner = responses.find(({ status }) => status === 201)?.body;
    expect((await ask('GET /api/v1/users?email=race@example.com')).body).toEqual([winner]);
    const users = (await ask('GET /api/v1/users?limit=100')).body;
    expect(users.filter(({ email }: { email: string }) => email === body.email)).toEqual([winner]);
    await ask(`DELETE /api/v1/users/${winner.id}`);
    expect(await ask('POST /api/v1/users', { body })).toMatchObject({ status: 201 });
  });

  test.each(collections)('to replace one of %s at one ETag: one answers 200, the others 412', async (collection) => {
    const { path, etag } = await create(collection);
    const atTag = { 'if-match': String(etag) };
    const responses = await all((i) => ask(`PUT ${path}`, { headers: atTag, body: bodyFor(collection, `n${i}`) }));
    expect([statuses(responses, 200), statuses(responses, 412)]).toEqual([1, 31]);
    const winner = responses.find(({ status }) => status === 200);
    const got = await ask(`GET ${path}`);
    expect([got.body, got.headers.etag]).toEqual([winner?.body, winner?.headers.etag]);
  });

  test.each(collections)('to replace one of %s without an ETag: all answer 200', async (collection) => {
    const { path } = await create(collection);
    const responses = await all((i) => ask(`PUT ${path}`, { body: bodyFor(collection, `n${i}`) }));
    expect(statuses(responses, 200)).toBe(32);
    const { body } = await ask(`GET ${path}`);
    expect(responses.map((response) => response.body)).toContainEqual(body);
  });

  test('to move one post between two authors keep both counts right', async () => {
    const [a, b, moved] = [await user(), await user(), await post()];
    const responses = await all((i) => ask(`PATCH ${moved.path}`, { body: { userId: [a.id, b.id, null][i % 3] } }));
    expect(statuses(responses, 200)).toBe(32);
    await ask(`DELETE ${moved.path}`);
    expect(await ask(`DELETE ${a.path}`)).toMatchObject({ status: 204 });
    expect(await ask(`DELETE ${b.path}`)).toMatchObject({ status: 204 });
  });
});

describe('posts that are created while their user is deleted', () => {
  test('never name a user who is gone: 100 rounds', async () => {
    const round = async () => {
      const author = await user();
      const body = { title: 'x', userId: author.id };
      const [created, removed] = await Promise.all([ask('POST /posts', { body }), ask(`DELETE ${author.path}`)]);
      const got = await ask(`GET ${author.path}`);
      return `${created.status} ${removed.status} ${got.status}`;
    };
    for (let i = 0; i < 10; i++) {
      const outcomes = await Promise.all(Array.from({ length: 10 }, round));
      for (const outcome of outcomes) expect(['201 409 200', '422 204 404']).toContain(outcome);
    }
  });

  test('with ?force=true are gone or refused: 25 rounds', async () => {
    for (let i = 0; i < 25; i++) {
      const author = await user();
      const body = { title: 'x', userId: author.id };
      const creating = Array.from({ length: 8 }, () => ask('POST /posts', { body }));
      expect(await ask(`DELETE ${author.path}?force=true`)).toMatchObject({ status: 204 });
      for (const { status, body: made } of await Promise.all(creating)) {
        expect(['201 undefined', '409 user-closing', '422 unknown-user']).toContain(`${status} ${made.code}`);
        if (status === 201) expect((await ask(`GET /posts/${made.id}`)).status).toBe(404);
      }
      expect((await ask(`GET /posts?userId=${author.id}`)).body).toEqual([]);
    }
  });
});
