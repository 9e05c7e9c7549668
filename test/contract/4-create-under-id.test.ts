import { idAt } from '../support/id';
import { bodyFor, collections, nobody, problem, useService } from '../support/service';

const { ask, user, create } = useService();

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
