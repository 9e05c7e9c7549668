import { storePosts } from '../support/dynamodb/store-posts';
import { problem, useService } from '../support/service';

const { ask, user, post, database } = useService();

const tag = expect.stringMatching(/^"[\w-]+"$/);

describe('DELETE', () => {
  test('with ?force=true deletes a user with 1,000 posts', async () => {
    const author = await user();
    await storePosts(database, { userId: author.id, count: 1000 });
    expect(await ask(`DELETE ${author.path}?force=true`)).toMatchObject({ status: 204 });
    expect((await ask(`GET /posts?userId=${author.id}`)).body).toEqual([]);
  });

  test('with ?force=true answers the user when the client prefers that, only at the revision of If-Match', async () => {
    const author = await user();
    const { path: ofAuthor } = await post({ userId: author.id });
    const { path, etag, ...body } = author;
    const force = (tag: string) =>
      ask(`DELETE ${path}?force=true`, { headers: { prefer: 'return=representation', 'if-match': tag } });
    expect(await force('"old"')).toMatchObject(problem(412, 'stale'));
    expect((await ask(`GET ${ofAuthor}`)).status).toBe(200);
    expect(await force(etag)).toMatchObject({ status: 200, body });
  });

  test.each(['', 'yes', '1', 'true&force=true'])('is a 400 with ?force=%s', async (force) => {
    const author = await user();
    expect(await ask(`DELETE ${author.path}?force=${force}`)).toMatchObject(problem(400, 'invalid-query'));
    expect(await ask(`GET ${author.path}`)).toMatchObject({ status: 200 });
  });

  test.each(['', '?force=true'])('frees the address of a user: %s', async (query) => {
    const gone = await user();
    expect(await ask(`DELETE ${gone.path}${query}`)).toMatchObject({ status: 204, text: '' });
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

  test('return=representation makes DELETE answer what was deleted', async () => {
    const { path, etag: _, ...body } = await post();
    const response = await ask(`DELETE ${path}`, { headers: { prefer: 'return=representation' } });
    expect(response).toMatchObject({ status: 200, body, headers: { 'preference-applied': 'return=representation' } });
  });

  const others = ['return=nothing', 'return', 'wait=5', ',;=', 'x="a,return=minimal"'];
  test.each(others)('with another preference is ignored: %s', async (prefer) => {
    const { status, headers, body } = await ask('POST /posts', { headers: { prefer }, body: { title: 'Hi' } });
    expect([status, body.title, headers['preference-applied']]).toEqual([201, 'Hi', undefined]);
  });
});
