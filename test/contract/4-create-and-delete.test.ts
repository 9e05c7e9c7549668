import { bodyFor, collections, nobody, problem, useService } from '../support/service';

const { ask, user, post, create, url } = useService();

const tag = expect.stringMatching(/^"[\w-]+"$/);

describe('POST', () => {
  test.each(collections)('%s answers 201 with the resource, Location and ETag', async (path) => {
    const body = bodyFor(path, 'new');
    const { status, headers, body: created } = await ask(`POST ${path}`, { body });
    expect(status).toBe(201);
    const location = `${url()}${path}/${created.id}`;
    const written = { 'cache-control': 'no-store', 'content-type': 'application/json' };
    expect(headers).toMatchObject({ etag: tag, location, ...written });
    const got = await ask(`GET ${path}/${created.id}`);
    expect([got.body, got.headers.etag]).toEqual([created, headers.etag]);
  });

  test.each(['id', 'createdAt', 'updatedAt'])('is a 400 with %s, which the service sets', async (member) => {
    const response = await ask('POST /posts', { body: { title: 'Hi', [member]: nobody } });
    const detail = 'is set by the service and cannot be written';
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer: `#/${member}`, detail }] }));
  });

  test('is a 422 with a userId of no user', async () => {
    const response = await ask('POST /posts', { body: { title: 'Hi', userId: nobody } });
    expect(response).toMatchObject(problem(422, 'unknown-user'));
  });
});

describe('DELETE', () => {
  test.each(collections)('of %s answers 204, and the second time 404', async (collection) => {
    const { path } = await create(collection);
    expect(await ask(`DELETE ${path}`)).toMatchObject({ status: 204, text: '' });
    expect(await ask(`DELETE ${path}`)).toMatchObject(problem(404, 'not-found'));
    expect(await ask(`GET ${path}`)).toMatchObject(problem(404, 'not-found'));
  });

  test('of a user with posts is a 409 with a link to them', async () => {
    const author = await user();
    const { path } = await post({ userId: author.id });
    const response = await ask(`DELETE ${author.path}`);
    expect(response).toMatchObject(problem(409, 'user-has-posts'));
    expect(response.headers.link).toBe(`</posts?userId=${author.id}>; rel="related"`);
    expect(await ask(`GET ${author.path}`)).toMatchObject({ status: 200 });
    await ask(`DELETE ${path}`);
    expect(await ask(`DELETE ${author.path}`)).toMatchObject({ status: 204 });
  });

  test('with ?force=true deletes a user and the posts of that user only', async () => {
    const [author, other] = [await user(), await user()];
    const [gone, alsoGone] = [await post({ userId: author.id }), await post({ userId: author.id })];
    const kept = [await post({ userId: other.id }), await post()];
    expect(await ask(`DELETE ${author.path}?force=true`)).toMatchObject({ status: 204, text: '' });
    for (const { path } of [author, gone, alsoGone]) expect(await ask(`GET ${path}`)).toMatchObject({ status: 404 });
    for (const { path } of [other, ...kept]) expect(await ask(`GET ${path}`)).toMatchObject({ status: 200 });
    expect(await ask(`DELETE ${author.path}?force=true`)).toMatchObject(problem(404, 'not-found'));
    const again = { name: 'New', email: author.email };
    expect(await ask('POST /api/v1/users', { body: again })).toMatchObject({ status: 201 });
  });

  test('with ?force=true answers the user when the client prefers that', async () => {
    const author = await user();
    await post({ userId: author.id });
    const { path, etag, ...body } = author;
    const headers = { prefer: 'return=representation', 'if-match': etag };
    expect(await ask(`DELETE ${path}?force=true`, { headers })).toMatchObject({ status: 200, body });
  });

  test.each(['', 'yes', '1', 'true&force=true'])('is a 400 with ?force=%s', async (force) => {
    const author = await user();
    expect(await ask(`DELETE ${author.path}?force=${force}`)).toMatchObject(problem(400, 'invalid-query'));
    expect(await ask(`GET ${author.path}`)).toMatchObject({ status: 200 });
  });

  test('frees the address of a user', async () => {
    const gone = await user();
    await ask(`DELETE ${gone.path}`);
    const response = await ask('POST /api/v1/users', { body: { name: 'Bob', email: gone.email } });
    expect(response).toMatchObject({ status: 201 });
  });

  test('ignores a body and its type', async () => {
    const { path } = await post();
    const parts = { headers: { 'content-type': 'image/png' }, body: 'whatever' };
    expect(await ask(`DELETE ${path}`, parts)).toMatchObject({ status: 204 });
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
    const headers = { prefer: 'respond-async, Return="minimal"; x=1' };
    const response = await ask(line, { headers, body: { title: 'New' } });
    const applied = { etag: tag, 'preference-applied': 'return=minimal' };
    expect(response).toMatchObject({ status, text: '', headers: applied });
    expect(response.headers['content-type']).toBeUndefined();
    expect(response.headers.location !== undefined).toBe(method === 'POST');
  });

  test.each(collections)('return=representation makes DELETE of %s answer what was deleted', async (collection) => {
    const { path } = await create(collection);
    const { body } = await ask(`GET ${path}`);
    const response = await ask(`DELETE ${path}`, { headers: { prefer: 'return=representation' } });
    expect(response).toMatchObject({ status: 200, body, headers: { 'preference-applied': 'return=representation' } });
  });

  const others = ['return=nothing', 'return', 'wait=5', ',;=', 'x="a,return=minimal"'];
  test.each(others)('with another preference is ignored: %s', async (prefer) => {
    const { status, headers, body } = await ask('POST /posts', { headers: { prefer }, body: { title: 'Hi' } });
    expect([status, body.title, headers['preference-applied']]).toEqual([201, 'Hi', undefined]);
  });
});
