import { collections, nobody, problem, useService } from '../support/service';

const { ask, user, post, create } = useService();

describe('PUT', () => {
  test('gives every member the value sent, or its default, and keeps createdAt', async () => {
    const author = await user();
    const before = await post({ content: 'old', userId: author.id });
    const { status, headers, body } = await ask(`PUT ${before.path}`, { body: { title: 'New' } });
    const { id, createdAt } = before;
    expect(status).toBe(200);
    expect(body).toEqual({ id, title: 'New', content: '', createdAt, updatedAt: expect.any(String) });
    expect(body.updatedAt >= before.updatedAt).toBe(true);
    const got = await ask(`GET ${before.path}`);
    expect([got.body, got.headers.etag]).toEqual([body, headers.etag]);
    expect(headers).toMatchObject({ etag: expect.stringMatching(/^"[\w-]+"$/), 'cache-control': 'no-store' });
    expect(headers.etag).not.toBe(before.etag);
  });

  const claim = (address: string) => ask('POST /api/v1/users', { body: { name: 'Eve', email: address } });

  test('replaces a user, and frees the address that was given up', async () => {
    const before = await user();
    const moved = `moved-${before.email}`;
    const { body } = await ask(`PUT ${before.path}`, { body: { name: 'Bob', email: moved } });
    expect(body).toMatchObject({ id: before.id, name: 'Bob', email: moved, createdAt: before.createdAt });
    expect(await claim(moved)).toMatchObject(problem(409, 'email-taken'));
    expect(await claim(before.email)).toMatchObject({ status: 201 });
  });

  test('changes only the letters of an address', async () => {
    const before = await user();
    const upper = before.email.toUpperCase();
    const { body } = await ask(`PUT ${before.path}`, { body: { name: 'Ada', email: upper } });
    expect(body).toMatchObject({ email: upper });
    expect(await claim(before.email)).toMatchObject(problem(409, 'email-taken'));
  });

  test.each(collections)('of %s takes back what GET gave', async (collection) => {
    const { path } = await create(collection);
    const { body } = await ask(`GET ${path}`);
    const response = await ask(`PUT ${path}`, { body: { ...body, createdAt: 'ignored', updatedAt: 7 } });
    expect(response.body).toEqual({ ...body, updatedAt: expect.any(String) });
  });

  test.each(collections)('of %s refuses the id of another', async (collection) => {
    const { path } = await create(collection);
    const { body } = await ask(`GET ${path}`);
    const errors = [{ pointer: '#/id', detail: 'must be the id in the path, or left out' }];
    const response = await ask(`PUT ${path}`, { body: { ...body, id: nobody } });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors }));
  });
});

describe('PATCH', () => {
  const types = ['application/merge-patch+json', 'application/json', 'application/merge-patch+json; charset=UTF-8'];
  test.each(types)('as %s changes what it names', async (type) => {
    const before = await post({ content: 'old' });
    const response = await ask(`PATCH ${before.path}`, { headers: { 'content-type': type }, body: '{"title":"New"}' });
    expect(response).toMatchObject({ status: 200, body: { id: before.id, title: 'New', content: 'old' } });
    expect((await ask(`GET ${before.path}`)).body).toEqual(response.body);
    expect(response.headers.etag).not.toBe(before.etag);
  });

  test('changes one member of a user', async () => {
    const before = await user();
    const { body } = await ask(`PATCH ${before.path}`, { body: { name: 'Bob' } });
    expect(body).toMatchObject({ name: 'Bob', email: before.email });
  });

  test('resets an optional member that is null', async () => {
    const author = await user();
    const { id, title, createdAt, path } = await post({ content: 'old', userId: author.id });
    const { body } = await ask(`PATCH ${path}`, { body: { content: null, userId: null } });
    expect(body).toEqual({ id, title, content: '', createdAt, updatedAt: expect.any(String) });
    expect(await ask(`DELETE ${author.path}`)).toMatchObject({ status: 204 });
  });

  test.each([
    ['/posts', 'title'],
    ['/api/v1/users', 'name'],
    ['/api/v1/users', 'email'],
  ] as const)('of %s refuses null for its %s', async (collection, member) => {
    const { path } = await create(collection);
    const errors = [{ pointer: `#/${member}`, detail: 'must be a string, not null' }];
    const response = await ask(`PATCH ${path}`, { body: { [member]: null } });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test('that changes nothing writes nothing and keeps the ETag', async () => {
    const author = await user();
    const { etag, path, title, updatedAt } = await post({ content: 'same', userId: author.id });
    for (const body of [{}, { title }, { content: 'same', userId: author.id }, { title, userId: author.id }]) {
      const { status, headers, body: got } = await ask(`PATCH ${path}`, { body });
      expect([status, headers.etag, got.updatedAt]).toEqual([200, etag, updatedAt]);
    }
    const same = await ask(`PATCH ${author.path}`, { body: { name: author.name, email: author.email } });
    expect([same.status, same.headers.etag]).toEqual([200, author.etag]);
  });

  test.each(['[]', '"x"', 'null', '7'])('refuses %s, which is no object', async (body) => {
    const { path } = await post();
    const errors = [{ pointer: '#', detail: 'must be a JSON object' }];
    expect(await ask(`PATCH ${path}`, { body })).toMatchObject(problem(400, 'invalid-body', { errors }));
  });
});

test.each([
  ['PUT /posts', { title: 'Hi' }],
  ['PUT /api/v1/users', { name: 'Ada', email: 'nobody@example.com' }],
  ['PATCH /posts', { title: 'Hi' }],
  ['PATCH /posts', {}],
  ['PATCH /api/v1/users', { name: 'A' }],
])('%s/{id} of a resource that does not exist is a 404: %j', async (line, body) => {
  expect(await ask(`${line}/${nobody}`, { body })).toMatchObject(problem(404, 'not-found'));
});

describe.each(['PUT', 'PATCH'])('%s', (method) => {
  test('is a 409 for a taken address and a 422 for an unknown user, and changes nothing', async () => {
    const [a, b, c] = [await user(), await user(), await post()];
    const taken = { ...(method === 'PUT' && { name: 'x' }), email: b.email };
    expect(await ask(`${method} ${a.path}`, { body: taken })).toMatchObject(problem(409, 'email-taken'));
    const unknown = { ...(method === 'PUT' && { title: 'x' }), userId: nobody };
    expect(await ask(`${method} ${c.path}`, { body: unknown })).toMatchObject(problem(422, 'unknown-user'));
    for (const { path, etag } of [a, c]) expect((await ask(`GET ${path}`)).headers.etag).toBe(etag);
  });
});
