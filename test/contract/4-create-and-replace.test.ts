import { nobody, problem, startService } from '../support/service';

const { ask, user, post, url } = startService();

const collections = ['/api/v1/users', '/posts'] as const;
const create = (collection: (typeof collections)[number]) => (collection === '/posts' ? post() : user());
const tag = expect.stringMatching(/^"[\w-]+"$/);

describe('POST', () => {
  test.each([
    ['/posts', { title: 'Hi' }],
    ['/api/v1/users', { name: 'Ada', email: 'post@example.com' }],
  ])('%s answers 201 with the resource, Location and ETag', async (path, body) => {
    const answer = await ask(`POST ${path}`, { body });
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({
      etag: tag,
      location: `${url()}${path}/${answer.body.id}`,
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    const got = await ask(`GET ${path}/${answer.body.id}`);
    expect(got.body).toEqual(answer.body);
    expect(got.headers.etag).toBe(answer.headers.etag);
  });

  test.each(['id', 'createdAt', 'updatedAt'])('takes no %s', async (member) => {
    const answer = await ask('POST /posts', { body: { title: 'Hi', [member]: nobody } });
    const detail = 'is set by the service and cannot be written';
    expect(answer).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer: `#/${member}`, detail }] }));
  });

  test('takes no userId that names nobody', async () => {
    expect(await ask('POST /posts', { body: { title: 'Hi', userId: nobody } })).toMatchObject(
      problem(422, 'unknown-user'),
    );
  });
});

describe('PUT', () => {
  test('gives every member the value sent, or its default, and keeps createdAt', async () => {
    const author = await user();
    const before = await post({ content: 'old', userId: author.id });
    const { status, headers, body } = await ask(`PUT ${before.path}`, { body: { title: 'New' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: before.id,
      title: 'New',
      content: '',
      createdAt: before.createdAt,
      updatedAt: expect.any(String),
    });
    expect(body.updatedAt >= before.updatedAt).toBe(true);
    const got = await ask(`GET ${before.path}`);
    expect([got.body, got.headers.etag]).toEqual([body, headers.etag]);
    expect(headers).toMatchObject({ etag: tag, 'cache-control': 'no-store' });
    expect(headers.etag).not.toBe(before.etag);
  });

  test('replaces a user, and frees the address that was given up', async () => {
    const before = await user();
    const email = `moved-${before.email}`;
    const { body } = await ask(`PUT ${before.path}`, { body: { name: 'Bob', email } });
    expect(body).toMatchObject({ id: before.id, name: 'Bob', email, createdAt: before.createdAt });
    expect(await ask('POST /api/v1/users', { body: { name: 'Eve', email } })).toMatchObject(
      problem(409, 'email-taken'),
    );
    expect(await ask('POST /api/v1/users', { body: { name: 'Eve', email: before.email } })).toMatchObject({
      status: 201,
    });
  });

  test('changes only the letters of an address', async () => {
    const before = await user();
    const email = before.email.toUpperCase();
    expect((await ask(`PUT ${before.path}`, { body: { name: 'Ada', email } })).body).toMatchObject({ email });
    expect(await ask('POST /api/v1/users', { body: { name: 'Eve', email: before.email } })).toMatchObject(
      problem(409, 'email-taken'),
    );
  });

  test.each(collections)('of %s takes back what GET gave', async (collection) => {
    const { path, id } = await create(collection);
    const { body } = await ask(`GET ${path}`);
    const answer = await ask(`PUT ${path}`, { body: { ...body, createdAt: 'ignored', updatedAt: 7 } });
    expect(answer.body).toEqual({ ...body, updatedAt: expect.any(String) });
    expect(answer.body.id).toBe(id);
  });

  test.each(collections)('of %s refuses the id of another', async (collection) => {
    const { path } = await create(collection);
    const { body } = await ask(`GET ${path}`);
    const answer = await ask(`PUT ${path}`, { body: { ...body, id: nobody } });
    const errors = [{ pointer: '#/id', detail: 'must be the id in the path, or left out' }];
    expect(answer).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test('of what is not there is a 404', async () => {
    expect(await ask(`PUT /posts/${nobody}`, { body: { title: 'Hi' } })).toMatchObject(problem(404, 'not-found'));
    const body = { name: 'Ada', email: 'nobody@example.com' };
    expect(await ask(`PUT /api/v1/users/${nobody}`, { body })).toMatchObject(problem(404, 'not-found'));
  });

  test('refuses a taken address and an unknown user, and changes nothing', async () => {
    const [a, b, c] = [await user(), await user(), await post()];
    expect(await ask(`PUT ${a.path}`, { body: { name: 'x', email: b.email } })).toMatchObject(
      problem(409, 'email-taken'),
    );
    expect((await ask(`GET ${a.path}`)).headers.etag).toBe(a.etag);
    expect(await ask(`PUT ${c.path}`, { body: { title: 'x', userId: nobody } })).toMatchObject(
      problem(422, 'unknown-user'),
    );
    expect((await ask(`GET ${c.path}`)).headers.etag).toBe(c.etag);
  });
});
