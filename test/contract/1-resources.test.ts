import { problem, startService } from '../support/service';

const { ask, user, post } = startService();

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
const astral = '\u{1F600}';

describe('a user', () => {
  test('is its five members', async () => {
    const { body } = await ask('POST /api/v1/users', { body: { name: 'Ada', email: 'Ada@Example.com' } });
    expect(body).toEqual({ id, name: 'Ada', email: 'Ada@Example.com', createdAt: time, updatedAt: time });
  });

  test.each([
    ['one character', 'A'],
    ['100 code points', astral.repeat(100)],
    ['white space around a character', ' \t.\n '],
    ['tab, line feed and carriage return', 'a\t\n\r'],
  ])('has a name of %s, kept as it was sent', async (_, name) => {
    const created = await user(name);
    expect((await ask(`GET ${created.path}`)).body).toMatchObject({ name });
  });

  test.each([
    ['empty', '', 'must not be empty'],
    ['of 101 characters', 'a'.repeat(101), 'must be at most 100 characters long'],
    ['of 101 astral characters', astral.repeat(101), 'must be at most 100 characters long'],
    ['only white space', ' \t ', 'must not be only white space'],
    ['with a NUL', 'a\0', 'must not contain control characters or lone surrogates'],
    ['with a C1 control', 'a\u0085', 'must not contain control characters or lone surrogates'],
    ['with a lone surrogate', 'a\ud800', 'must not contain control characters or lone surrogates'],
    ['a number', 5, 'must be a string, not 5'],
    ['null', null, 'must be a string, not null'],
    ['missing', undefined, 'is required'],
  ])('has no name that is %s', async (_, name, detail) => {
    const response = await ask('POST /api/v1/users', { body: { name, email: 'no@example.com' } });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer: '#/name', detail }] }));
  });

  test.each([
    ['a@b'],
    [`${'a'.repeat(252)}@b`],
    ['\u{1F600}@exämple.com'],
    ['"x"+y@z'],
    [`${'\u{1D160}'.repeat(252)}@x`],
  ])('has an e-mail address such as %s, kept as it was sent', async (email) => {
    const { body } = await ask('POST /api/v1/users', { body: { name: 'Ada', email } });
    expect((await ask(`GET /api/v1/users/${body.id}`)).body).toMatchObject({ email });
  });

  test.each([
    ['a', 'must be at least 3 characters long'],
    [`${'a'.repeat(253)}@b`, 'must be at most 254 characters long'],
    ['a@b@c', 'must be an e-mail address: one @ with something on both sides, no white space'],
    ['abc', 'must be an e-mail address: one @ with something on both sides, no white space'],
    ['@abc', 'must be an e-mail address: one @ with something on both sides, no white space'],
    ['abc@', 'must be an e-mail address: one @ with something on both sides, no white space'],
    ['a b@c', 'must be an e-mail address: one @ with something on both sides, no white space'],
    ['a@b\n', 'must be an e-mail address: one @ with something on both sides, no white space'],
    ['a@b\u0007', 'must not contain control characters or lone surrogates'],
    [undefined, 'is required'],
  ])('has no e-mail address such as %j', async (email, detail) => {
    const response = await ask('POST /api/v1/users', { body: { name: 'Ada', email } });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer: '#/email', detail }] }));
  });

  test.each([
    ['the same', 'same@example.com', 'same@example.com'],
    ['in other letters', 'case@example.com', 'CASE@Example.com'],
    ['composed otherwise', 'caf\u00e9@example.com', 'cafe\u0301@example.com'],
    ['with a lower-case ß only', 'stra\u00dfe@example.com', 'STRA\u1e9eE@example.com'],
  ])('shares its e-mail address with no other: %s', async (_, email, other) => {
    expect(await ask('POST /api/v1/users', { body: { name: 'Ada', email } })).toMatchObject({ status: 201 });
    const response = await ask('POST /api/v1/users', { body: { name: 'Bob', email: other } });
    expect(response).toMatchObject(problem(409, 'email-taken'));
  });
});

describe('a post', () => {
  test('is its members, without a userId when it has none', async () => {
    const { body } = await ask('POST /posts', { body: { title: 'Hi' } });
    expect(body).toEqual({ id, title: 'Hi', content: '', createdAt: time, updatedAt: time });
  });

  test('names its user', async () => {
    const author = await user();
    const { body } = await ask('POST /posts', { body: { title: 'Hi', content: 'There', userId: author.id } });
    const expected = { id, title: 'Hi', content: 'There', userId: author.id, createdAt: time, updatedAt: time };
    expect(body).toEqual(expected);
    expect((await ask(`GET /posts/${body.id}`)).body).toEqual(body);
  });

  test.each([
    ['title', { title: astral.repeat(200) }],
    ['content', { content: '' }],
    ['content', { content: astral.repeat(20_000) }],
    ['content', { content: 'x'.repeat(50_000) }],
    ['content', { content: ' \t\r\n\u2028\ufeff\u0301"\\/' }],
  ])('keeps its %s as it was sent', async (_, body) => {
    const created = await post(body);
    expect((await ask(`GET ${created.path}`)).body).toMatchObject(body);
  });

  test.each([
    ['title', { title: '' }, 'must not be empty'],
    ['title', { title: '\n' }, 'must not be only white space'],
    ['title', { title: 'x'.repeat(201) }, 'must be at most 200 characters long'],
    ['content', { content: 'x'.repeat(50_001) }, 'must be at most 50000 characters long'],
    ['content', { content: null }, 'must be a string, not null'],
    ['content', { content: ['x'] }, 'must be a string, not Array'],
    ['content', { content: '\u0000' }, 'must not contain control characters or lone surrogates'],
    ['userId', { userId: 'nobody' }, 'must be an id as this service writes it: a lower-case UUIDv7'],
    ['userId', { userId: null }, 'must be a string, not null'],
  ])('has no such %s: %j', async (member, body, detail) => {
    const response = await ask('POST /posts', { body: { title: 'Hi', ...body } });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer: `#/${member}`, detail }] }));
  });
});

describe('an id', () => {
  test('orders as creation does, and holds the instant of createdAt', async () => {
    const posts = [await post(), await post(), await post()];
    expect(posts.map(({ id }) => id).sort()).toEqual(posts.map(({ id }) => id));
    for (const { id, createdAt, updatedAt } of posts) {
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse(createdAt));
      expect(updatedAt).toBe(createdAt);
    }
  });

  test.each(['1', 'x'.repeat(300), '01890000-0000-4000-8000-000000000000', 'nobody%20here', '%C3%BC'])(
    'of another form is a resource that is not there: %s',
    async (other) => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const body = method === 'PUT' || method === 'PATCH' ? {} : undefined;
        expect(await ask(`${method} /posts/${other}`, { body })).toMatchObject(problem(404, 'not-found'));
        expect(await ask(`${method} /api/v1/users/${other}`, { body })).toMatchObject(problem(404, 'not-found'));
      }
    },
  );

  test('in upper case is another form', async () => {
    const created = await post();
    expect(await ask(`GET /posts/${created.id.toUpperCase()}`)).toMatchObject(problem(404, 'not-found'));
  });
});
