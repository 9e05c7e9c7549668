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

describe('DELETE', () => {
  test.each(collections)('of %s answers 204, and the second time 404', async (collection) => {
    const { path } = await create(collection);
    expect(await ask(`DELETE ${path}`)).toMatchObject({ status: 204, text: '' });
    expect(await ask(`DELETE ${path}`)).toMatchObject(problem(404, 'not-found'));
    expect(await ask(`GET ${path}`)).toMatchObject(problem(404, 'not-found'));
  });

  test('spares a user who still has posts, and says which', async () => {
    const author = await user();
    const { path } = await post({ userId: author.id });
    const answer = await ask(`DELETE ${author.path}`);
    expect(answer).toMatchObject(problem(409, 'user-has-posts'));
    expect(answer.headers.link).toBe(`</posts?userId=${author.id}>; rel="related"`);
    expect(await ask(`GET ${author.path}`)).toMatchObject({ status: 200 });
    await ask(`DELETE ${path}`);
    expect(await ask(`DELETE ${author.path}`)).toMatchObject({ status: 204 });
  });

  test('takes the posts of a user along by ?force=true, and nobody else’s', async () => {
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

  test('answers the user when it takes the posts along and the client prefers that', async () => {
    const author = await user();
    await post({ userId: author.id });
    const { path, etag, ...body } = author;
    const headers = { prefer: 'return=representation', 'if-match': etag };
    expect(await ask(`DELETE ${path}?force=true`, { headers })).toMatchObject({ status: 200, body });
  });

  test.each(['', 'yes', '1', 'true&force=true'])('knows no ?force=%s', async (force) => {
    const author = await user();
    expect(await ask(`DELETE ${author.path}?force=${force}`)).toMatchObject(problem(400, 'invalid-query'));
    expect(await ask(`GET ${author.path}`)).toMatchObject({ status: 200 });
  });

  test('frees the address of a user', async () => {
    const gone = await user();
    await ask(`DELETE ${gone.path}`);
    expect(await ask('POST /api/v1/users', { body: { name: 'Bob', email: gone.email } })).toMatchObject({
      status: 201,
    });
  });

  test('does not look at a body or its type', async () => {
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
    const answer = await ask(line, {
      headers: { prefer: 'respond-async, Return="minimal"; x=1' },
      body: { title: 'New' },
    });
    expect(answer).toMatchObject({ status, text: '', headers: { etag: tag, 'preference-applied': 'return=minimal' } });
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers.location !== undefined).toBe(method === 'POST');
  });

  test.each(collections)(
    'return=representation makes DELETE of %s answer with what was deleted',
    async (collection) => {
      const { path } = await create(collection);
      const { body } = await ask(`GET ${path}`);
      const answer = await ask(`DELETE ${path}`, { headers: { prefer: 'return=representation' } });
      expect(answer).toMatchObject({ status: 200, body, headers: { 'preference-applied': 'return=representation' } });
    },
  );

  test.each(['return=nothing', 'return', 'wait=5', ',;=', 'x="a,return=minimal"'])(
    'of another kind is ignored: %s',
    async (prefer) => {
      const answer = await ask('POST /posts', { headers: { prefer }, body: { title: 'Hi' } });
      expect(answer.status).toBe(201);
      expect(answer.body.title).toBe('Hi');
      expect(answer.headers['preference-applied']).toBeUndefined();
    },
  );
});

describe('unknown members', () => {
  test.each([
    ['/posts', 'body', 'is not a member; did you mean content?'],
    ['/posts', 'Title', 'is not a member; did you mean title?'],
    ['/posts', 'user_id', 'is not a member; did you mean userId?'],
    ['/posts', 'a/b~c d', 'is not a member; allowed are title, content, userId'],
    ['/api/v1/users', 'nmae', 'is not a member; did you mean name?'],
    ['/api/v1/users', 'mail', 'is not a member; did you mean email?'],
    ['/api/v1/users', 'constructor', 'is not a member; allowed are name, email'],
  ])('of %s are refused: %s', async (path, member, detail) => {
    const body = path === '/posts' ? { title: 'Hi' } : { name: 'Ada', email: 'member@example.com' };
    const answer = await ask(`POST ${path}`, { body: { ...body, [member]: 'x' } });
    const pointer = member === 'a/b~c d' ? '#/a~1b~0c%20d' : `#/${member}`;
    expect(answer).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer, detail }] }));
  });

  test('are refused as __proto__, and change no prototype', async () => {
    const answer = await ask('POST /posts', { body: '{"title":"Hi","__proto__":{"content":"x"}}' });
    expect(answer).toMatchObject(
      problem(400, 'invalid-body', { errors: [{ pointer: '#/__proto__', detail: expect.any(String) }] }),
    );
  });

  test('are not the only thing that is refused: a member given twice is, too', async () => {
    const answer = await ask('POST /posts', { body: '{"title":"Hi","title":"Ho"}' });
    const errors = [{ pointer: '#/title', detail: 'is given more than once' }];
    expect(answer).toMatchObject(problem(400, 'invalid-body', { errors }));
  });
});

describe('a body', () => {
  const body = '{"title":"Hi"}';
  const origin = 'https://pages.example';

  test.each([
    ['application/json', {}],
    ['Application/JSON;charset=utf8', { origin }],
    ['application/json; charset="UTF-8"', {}],
    ['application/problem+json', { origin }],
    ['application/vnd.api+json; x=1', {}],
    ['application/merge-patch+json', {}],
    ['text/plain', {}],
    ['text/plain;charset=UTF-8', {}],
    ['application/x-www-form-urlencoded', {}],
    ['no Content-Type', { origin }],
  ])('is read as %s with %j', async (type, headers) => {
    const typed = type === 'no Content-Type' ? headers : { ...headers, 'content-type': type };
    expect(await ask('POST /posts', { headers: typed, body })).toMatchObject({ status: 201, body: { title: 'Hi' } });
  });

  test.each([
    ['text/plain', { origin }],
    ['application/x-www-form-urlencoded', { origin }],
    ['application/xml', {}],
    ['text/json', {}],
    ['multipart/form-data; boundary=x', {}],
    ['application/json; charset=latin1', {}],
    ['application/json; charset=UTF-8; charset=latin1', {}],
    ['nonsense', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('is refused as %s with %j', async (type, headers) => {
    for (const line of ['POST /posts', `PUT /posts/${nobody}`]) {
      const answer = await ask(line, { headers: { ...headers, 'content-type': type }, body });
      const detail = 'The body must be application/json in UTF-8, not compressed.';
      expect(answer).toMatchObject(problem(415, 'unsupported-media-type', { detail }));
      expect(answer.headers[line.startsWith('POST') ? 'accept-post' : 'accept']).toBe('application/json');
    }
  });

  test('that is not there has no type to check', async () => {
    const answer = await ask('POST /posts', { headers: { 'content-type': 'image/png' } });
    expect(answer).toMatchObject(problem(400, 'invalid-json'));
    expect(await ask('GET /posts', { headers: { 'content-type': 'image/png' } })).toMatchObject({ status: 200 });
  });
});
