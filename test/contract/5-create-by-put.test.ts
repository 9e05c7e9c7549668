import { nobody, problem, startService } from '../support/service';

const { ask, user, post } = startService();

const collections = ['/api/v1/users', '/posts'] as const;
const create = (collection: (typeof collections)[number]) => (collection === '/posts' ? post() : user());
const full = (collection: string, name: string) =>
  collection === '/posts' ? { title: name } : { name, email: `${name}-${Math.random()}@example.com` };

/** An id of the right form, minted by a client at this instant. */
const mint = (ms = Date.now()) => {
  const hex = ms.toString(16).padStart(12, '0');
  const random = Math.floor(Math.random() * 0xffff_ffff)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${random}`;
};

describe.each(collections)('PUT %s/{id} with If-None-Match: *', (collection) => {
  const headers = { 'if-none-match': '*' };

  test('creates under the id in the path', async () => {
    const id = mint(Date.parse('2020-02-02T02:02:02.222Z'));
    const answer = await ask(`PUT ${collection}/${id}`, { headers, body: full(collection, 'new') });
    expect(answer).toMatchObject({ status: 201, body: { id, createdAt: '2020-02-02T02:02:02.222Z' } });
    expect(answer.headers.location).toMatch(new RegExp(`^http://.*${collection}/${id}$`));
    expect(Date.parse(answer.body.updatedAt)).toBeGreaterThan(Date.now() - 60_000);
    const got = await ask(`GET ${collection}/${id}`);
    expect([got.body, got.headers.etag]).toEqual([answer.body, answer.headers.etag]);
  });

  test('is a 412 with the current ETag where something is', async () => {
    const { path, etag } = await create(collection);
    const answer = await ask(`PUT ${path}`, { headers, body: full(collection, 'new') });
    expect(answer).toMatchObject(problem(412, 'exists'));
    expect(answer.headers.etag).toBe(etag);
  });

  test('takes an id of a clock that is a little fast', async () => {
    const id = mint(Date.now() + 50_000);
    expect(await ask(`PUT ${collection}/${id}`, { headers, body: full(collection, 'new') })).toMatchObject({
      status: 201,
    });
  });

  test.each([
    ['of the future', () => mint(Date.now() + 70_000)],
    ['of another version', () => '01890000-0000-4000-8000-000000000000'],
    ['in upper case', () => mint().toUpperCase().replace('0', 'A')],
    ['of no such form', () => 'my-post'],
  ])('takes no id %s', async (_, id) => {
    const answer = await ask(`PUT ${collection}/${id()}`, { headers, body: full(collection, 'new') });
    expect(answer).toMatchObject(problem(400, 'invalid-id'));
  });

  test('cannot stand beside If-Match', async () => {
    const both = { ...headers, 'if-match': '"x"' };
    const answer = await ask(`PUT ${collection}/${mint()}`, { headers: both, body: full(collection, 'new') });
    expect(answer).toMatchObject(problem(400, 'invalid-header'));
  });
});

describe('PUT with If-None-Match: * keeps the rules', () => {
  const headers = { 'if-none-match': '*' };

  test('of addresses and authors', async () => {
    const { email } = await user();
    const taken = await ask(`PUT /api/v1/users/${mint()}`, { headers, body: { name: 'x', email } });
    expect(taken).toMatchObject(problem(409, 'email-taken'));
    const unknown = await ask(`PUT /posts/${mint()}`, { headers, body: { title: 'x', userId: nobody } });
    expect(unknown).toMatchObject(problem(422, 'unknown-user'));
  });

  test('and says that a user is there before it says that his address is taken', async () => {
    const { path, email } = await user();
    expect(await ask(`PUT ${path}`, { headers, body: { name: 'x', email } })).toMatchObject(problem(412, 'exists'));
  });
});
