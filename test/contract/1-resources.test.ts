import { bodyFor, collections, problem, useService } from '../support/service';

const { ask, user, post } = useService();

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
const astral = '\u{1F600}';

const [users, posts] = collections;
const noControl = 'must not contain control characters or lone surrogates';
const noAddress = 'must be an e-mail address: one @ with something on both sides, no white space';
const noId = 'must be a UUIDv7';

test.each([
  [users, 'name', 'A'],
  [users, 'name', astral.repeat(100)],
  [users, 'email', 'a@b'],
  [users, 'email', '\u{1F600}@exämple.com'],
  [users, 'email', '"x"+y@z'],
  [users, 'email', `${'\u{1D160}'.repeat(252)}@x`],
  [posts, 'title', astral.repeat(200)],
  [posts, 'content', ''],
  [posts, 'content', ' \t\r\n\u2028\ufeff\u0301"\\/'],
] as const)('%s keep a %s as it was sent: %j', async (collection, member, value) => {
  const { body } = await ask(`POST ${collection}`, { body: { ...bodyFor(collection, 'x'), [member]: value } });
  expect((await ask(`GET ${collection}/${body.id}`)).body).toMatchObject({ [member]: value });
});

test.each([
  [users, 'name', '', 'must not be empty'],
  [users, 'name', 'a'.repeat(101), 'must be at most 100 characters long'],
  [users, 'name', ' \t ', 'must not be only white space'],
  [users, 'name', 'a\0', noControl],
  [users, 'name', 5, 'must be a string, not 5'],
  [users, 'name', null, 'must be a string, not null'],
  [users, 'name', undefined, 'is required'],
  [users, 'email', 'a', 'must be at least 3 characters long'],
  [users, 'email', 'a@b@c', noAddress],
  [users, 'email', 'a@b\u0007', noControl],
  [users, 'email', undefined, 'is required'],
  [posts, 'title', '', 'must not be empty'],
  [posts, 'title', 'x'.repeat(201), 'must be at most 200 characters long'],
  [posts, 'content', 'x'.repeat(50_001), 'must be at most 50000 characters long'],
  [posts, 'content', null, 'must be a string, not null'],
  [posts, 'content', ['x'], 'must be a string, not Array'],
  [posts, 'userId', 'nobody', noId],
  [posts, 'userId', null, 'must be a string, not null'],
] as const)('%s have no such %s: %j', async (collection, member, value, detail) => {
  const response = await ask(`POST ${collection}`, { body: { ...bodyFor(collection, 'x'), [member]: value } });
  expect(response).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer: `#/${member}`, detail }] }));
});

describe('a user', () => {
  test('is its five members', async () => {
    const { body } = await ask('POST /api/v1/users', { body: { name: 'Ada', email: 'Ada@Example.com' } });
    expect(body).toEqual({ id, name: 'Ada', email: 'Ada@Example.com', createdAt: time, updatedAt: time });
  });

  test.each([
    ['the same', 'same@example.com', 'same@example.com'],
    ['in other letters', 'case@example.com', 'CASE@Example.com'],
    ['composed otherwise', 'caf\u00e9@example.com', 'cafe\u0301@example.com'],
    ['composed in lower case only', 'J\u030c@example.com', '\u01f0@example.com'],
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
    const given = { title: 'Hi', content: 'There', userId: (await user()).id };
    const { body } = await ask('POST /posts', { body: given });
    expect(body).toEqual({ id, ...given, createdAt: time, updatedAt: time });
    expect((await ask(`GET /posts/${body.id}`)).body).toEqual(body);
  });
});

describe('an id', () => {
  test('orders as creation does, and holds the instant of createdAt', async () => {
    const made = [await post(), await post(), await post()];
    expect(made.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id));
    for (const { id, createdAt, updatedAt } of made) {
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse(createdAt));
      expect(updatedAt).toBe(createdAt);
    }
  });

  test.each(['1', 'x'.repeat(300), '01890000-0000-4000-8000-000000000000', 'nobody%20here', '%C3%BC'])(
    'of another form is a resource that is not there: %s',
    async (other) => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const body = method.startsWith('P') ? {} : undefined;
        for (const path of collections)
          expect(await ask(`${method} ${path}/${other}`, { body })).toMatchObject(problem(404, 'not-found'));
      }
    },
  );
});

describe('the content of a post', () => {
  const characters = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
  const isRefused = (character: string) => /[\p{Cc}\p{Cs}]/u.test(character) && !/[\t\n\r]/.test(character);

  test('keeps every code point that is accepted', async () => {
    const accepted = characters.filter((character) => !isRefused(character));
    for (let start = 0; start < accepted.length; start += 50_000) {
      const content = accepted.slice(start, start + 50_000).join('');
      const { body } = await ask('POST /posts', { body: { title: 'x', content } });
      expect((await ask(`GET /posts/${body.id}`)).body.content === content).toBe(true);
    }
  });
});

test('an id in upper case means the same, and is shown in lower case', async () => {
  const author = await user();
  const upper = author.id.toUpperCase();
  const body = { title: 'Hi', userId: upper };
  const { body: created } = await ask('POST /posts', { body });
  expect(created.userId).toBe(author.id);
  const path = `/posts/${created.id.toUpperCase()}`;
  const replaced = await ask(`PUT ${path}`, { body: { ...body, id: created.id.toUpperCase() } });
  expect(replaced).toMatchObject({ status: 200, body: { id: created.id, userId: author.id } });
  expect((await ask(`PATCH ${path}`, { body: { userId: upper } })).headers.etag).toBe(replaced.headers.etag);
  for (const query of [`userId=${upper}`, `userId=${upper}&order=asc&after=${upper}`])
    expect((await ask(`GET /posts?${query}`)).body).toEqual([replaced.body]);
  expect((await ask(`GET ${path}`)).body).toEqual(replaced.body);
  expect((await ask(`DELETE ${path}`)).status).toBe(204);
});
