import { nobody, problem, startService } from '../support/service';

const { ask, user, post } = startService();

const collections = ['/api/v1/users', '/posts'] as const;
const create = (collection: (typeof collections)[number]) => (collection === '/posts' ? post() : user());

describe('PATCH', () => {
  test.each(['application/merge-patch+json', 'application/json', 'application/merge-patch+json; charset=UTF-8'])(
    'as %s changes what it names',
    async (type) => {
      const before = await post({ content: 'old' });
      const headers = { 'content-type': type };
      const answer = await ask(`PATCH ${before.path}`, { headers, body: JSON.stringify({ title: 'New' }) });
      expect(answer).toMatchObject({ status: 200, body: { id: before.id, title: 'New', content: 'old' } });
      expect((await ask(`GET ${before.path}`)).body).toEqual(answer.body);
      expect(answer.headers.etag).not.toBe(before.etag);
    },
  );

  test('changes one member of a user', async () => {
    const before = await user();
    const { body } = await ask(`PATCH ${before.path}`, { body: { name: 'Bob' } });
    expect(body).toMatchObject({ name: 'Bob', email: before.email });
  });

  test('resets an optional member that is null', async () => {
    const author = await user();
    const before = await post({ content: 'old', userId: author.id });
    const { body } = await ask(`PATCH ${before.path}`, { body: { content: null, userId: null } });
    expect(body).toEqual({
      id: before.id,
      title: before.title,
      content: '',
      createdAt: before.createdAt,
      updatedAt: expect.any(String),
    });
    expect(await ask(`DELETE ${author.path}`)).toMatchObject({ status: 204 });
  });

  test.each([
    ['/posts', 'title'],
    ['/api/v1/users', 'name'],
    ['/api/v1/users', 'email'],
  ] as const)('of %s refuses null for its %s', async (collection, member) => {
    const { path } = await create(collection);
    const answer = await ask(`PATCH ${path}`, { body: { [member]: null } });
    const errors = [{ pointer: `#/${member}`, detail: 'must be a string, not null' }];
    expect(answer).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test('that changes nothing writes nothing and keeps the ETag', async () => {
    const author = await user();
    const before = await post({ content: 'same', userId: author.id });
    const { id: _, etag, path, ...members } = before;
    for (const body of [
      {},
      { title: members.title },
      { content: 'same', userId: author.id },
      { title: members.title, userId: author.id },
    ]) {
      const answer = await ask(`PATCH ${path}`, { body });
      expect(answer.status).toBe(200);
      expect([answer.headers.etag, answer.body.updatedAt]).toEqual([etag, members.updatedAt]);
    }
    const same = await ask(`PATCH ${author.path}`, { body: { name: author.name, email: author.email } });
    expect([same.status, same.headers.etag]).toEqual([200, author.etag]);
  });

  test('of what is not there is a 404', async () => {
    expect(await ask(`PATCH /posts/${nobody}`, { body: { title: 'Hi' } })).toMatchObject(problem(404, 'not-found'));
    expect(await ask(`PATCH /posts/${nobody}`, { body: {} })).toMatchObject(problem(404, 'not-found'));
    expect(await ask(`PATCH /api/v1/users/${nobody}`, { body: { name: 'A' } })).toMatchObject(
      problem(404, 'not-found'),
    );
  });

  test('refuses a taken address and an unknown user, and changes nothing', async () => {
    const [a, b, c] = [await user(), await user(), await post()];
    expect(await ask(`PATCH ${a.path}`, { body: { email: b.email } })).toMatchObject(problem(409, 'email-taken'));
    expect((await ask(`GET ${a.path}`)).headers.etag).toBe(a.etag);
    expect(await ask(`PATCH ${c.path}`, { body: { userId: nobody } })).toMatchObject(problem(422, 'unknown-user'));
    expect((await ask(`GET ${c.path}`)).headers.etag).toBe(c.etag);
  });

  test.each(['text/csv', 'application/json-patch+json', 'application/vnd.api+json'])('refuses %s', async (type) => {
    const { path } = await post();
    const answer = await ask(`PATCH ${path}`, { headers: { 'content-type': type }, body: '{}' });
    expect(answer).toMatchObject(problem(415, 'unsupported-media-type'));
    expect(answer.headers['accept-patch']).toBe('application/merge-patch+json, application/json');
  });

  test.each([['[]'], ['"x"'], ['null'], ['7']])('refuses %s, which is no object', async (body) => {
    const { path } = await post();
    const errors = [{ pointer: '#', detail: 'must be a JSON object' }];
    expect(await ask(`PATCH ${path}`, { body })).toMatchObject(problem(400, 'invalid-body', { errors }));
  });
});
