import { nobody, problem, useService } from '../support/service';

const { ask, user, post } = useService();

const claim = (address: string) => ask('POST /api/v1/users', { body: { name: 'Eve', email: address } });
const taken = problem(409, 'email-taken', { errors: [{ pointer: '#/email', detail: expect.any(String) }] });
const unknown = problem(422, 'unknown-user', { errors: [{ pointer: '#/userId', detail: expect.any(String) }] });

describe('a post', () => {
  test.each([
    ['PUT', { title: 'A title' }],
    ['PATCH', { content: null, userId: null }],
  ])('gets defaults for what %s leaves out or resets: %j', async (method, body) => {
    const author = await user();
    const { id, title, createdAt, updatedAt, path } = await post({ content: 'old', userId: author.id });
    const changed = await ask(`${method} ${path}`, { body });
    expect(changed.body).toEqual({ id, title, content: '', createdAt, updatedAt: expect.any(String) });
    expect(changed.body.updatedAt >= updatedAt).toBe(true);
    expect(await ask(`DELETE ${author.path}`)).toMatchObject({ status: 204 });
  });

  test('does not take the id of another in PUT', async () => {
    const { path } = await post();
    const errors = [{ pointer: '#/id', detail: 'must be the id in the path, or left out' }];
    const response = await ask(`PUT ${path}`, { body: { title: 'New', id: nobody } });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test('keeps its ETag when a PATCH changes nothing', async () => {
    const author = await user();
    const { etag, path, title, updatedAt } = await post({ content: 'same', userId: author.id });
    for (const body of [{}, { title }, { content: 'same', userId: author.id }]) {
      const { status, headers, body: got } = await ask(`PATCH ${path}`, { body });
      expect([status, headers.etag, got.updatedAt]).toEqual([200, etag, updatedAt]);
    }
  });
});

describe('a user', () => {
  test('may change only the letters of the address', async () => {
    const before = await user();
    const email = before.email.toUpperCase();
    expect((await ask(`PUT ${before.path}`, { body: { name: 'Ada', email } })).body).toMatchObject({ email });
    expect(await claim(before.email)).toMatchObject(taken);
  });

  test('keeps what is required: null in PATCH is a 400', async () => {
    const { path } = await user();
    const errors = ['name', 'email'].map((name) => ({ pointer: `#/${name}`, detail: 'must be a string, not null' }));
    const response = await ask(`PATCH ${path}`, { body: { name: null, email: null } });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test('keeps the ETag when a PATCH has the same address', async () => {
    const { path, email, etag } = await user();
    expect(await ask(`PATCH ${path}`, { body: { email } })).toMatchObject({ status: 200, headers: { etag } });
  });
});

describe.each(['PUT', 'PATCH'])('%s', (method) => {
  test('moves a user to another address, and frees the one that was given up', async () => {
    const { path, id, createdAt, email: before } = await user();
    const email = `${method}-${before}`;
    const { body } = await ask(`${method} ${path}`, { body: { name: 'Bob', email } });
    expect(body).toEqual({ id, name: 'Bob', email, createdAt, updatedAt: expect.any(String) });
    expect(await claim(email)).toMatchObject(taken);
    expect(await claim(before)).toMatchObject({ status: 201 });
  });

  test('is a 409 for a taken address and a 422 for an unknown user, and changes nothing', async () => {
    const [moved, other, written] = [await user(), await user(), await post()];
    const ofOther = { name: 'x', email: other.email };
    expect(await ask(`${method} ${moved.path}`, { body: ofOther })).toMatchObject(taken);
    const ofNobody = { title: 'x', userId: nobody };
    expect(await ask(`${method} ${written.path}`, { body: ofNobody })).toMatchObject(unknown);
    for (const { path, etag } of [moved, written]) expect((await ask(`GET ${path}`)).headers.etag).toBe(etag);
  });
});
