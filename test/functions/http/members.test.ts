import { handler as createPost } from '../../../functions/posts/create';
import { handler as createUser } from '../../../functions/users/create';
import { eventOf, invoke, problemOf } from '../../support/event';
import { mockTable } from '../../support/table';

const table = mockTable();
const post = (body: string) => invoke(createPost, eventOf('POST /posts', { body }));
const user = (body: string) => invoke(createUser, eventOf('POST /api/v1/users', { body }));
const with1 = (member: string) => `{"title":"Hello",${member}:1}`;
const refused = (pointer: string, detail: string) =>
  problemOf(400, 'invalid-body', '1 member is invalid.', { errors: [{ pointer, detail }] });
const allowed = 'is not a member; allowed are title, content, userId';

afterEach(() => expect(table.sent()).toEqual([]));

describe('POST /posts', () => {
  test.each([
    ['body', 'content'],
    ['text', 'content'],
    ['contents', 'content'],
    ['contnet', 'content'],
    ['Content', 'content'],
    ['titel', 'title'],
    ['subject', 'title'],
    ['user_id', 'userId'],
    ['USERID', 'userId'],
    ['author', 'userId'],
    ['author_id', 'userId'],
  ])('answers to %s that %s was probably meant', async (name, meant) => {
    expect(await post(with1(JSON.stringify(name)))).toEqual(
      refused(`#/${name}`, `is not a member; did you mean ${meant}?`),
    );
  });

  test.each([
    ['tags', '#/tags'],
    ['', '#/'],
    ['42', '#/42'],
    ['a/b~c d%', '#/a~1b~0c%20d%25'],
    ['größe', '#/gr%C3%B6%C3%9Fe'],
    ['\\ud800', '#/%EF%BF%BD'],
    ['constructor', '#/constructor'],
    ['toString', '#/toString'],
    ['hasOwnProperty', '#/hasOwnProperty'],
    ['__proto__', '#/__proto__'],
  ])('refuses "%s" and says what is allowed', async (name, pointer) => {
    expect(await post(with1(`"${name}"`))).toEqual(refused(pointer, allowed));
  });

  // Two changes of five letters are too many, be they beside each other or across.
  test.each(['tixxe', 'tixte', 'tilxe', 'ditel'])('does not guess what was meant by %s', async (name) => {
    expect(await post(with1(`"${name}"`))).toEqual(refused(`#/${name}`, allowed));
  });

  test.each(['id', 'createdAt', 'updatedAt'])('refuses %s, which is not for clients to set', async (name) => {
    expect(await post(with1(`"${name}"`))).toEqual(refused(`#/${name}`, 'is set by the service and cannot be written'));
  });

  test('shortens a name longer than any', async () => {
    expect(await post(with1(`"${'x'.repeat(101)}"`))).toEqual(refused(`#/${'x'.repeat(100)}%E2%80%A6`, allowed));
    expect(await post(with1(`"${'x'.repeat(100)}"`))).toEqual(refused(`#/${'x'.repeat(100)}`, allowed));
  });

  test('does not guess for long what was meant by a name of 250,000 letters', async () => {
    const startedMs = performance.now();
    expect((await post(with1(`"${'x'.repeat(250_000)}"`))).status).toBe(400);
    expect(performance.now() - startedMs).toBeLessThan(500);
  });

  test('takes no member from __proto__', async () => {
    expect(await post('{"__proto__":{"title":"Hello"}}')).toEqual(
      problemOf(400, 'invalid-body', '2 members are invalid.', {
        errors: [
          { pointer: '#/title', detail: 'is required' },
          { pointer: '#/__proto__', detail: allowed },
        ],
      }),
    );
    expect(Object.hasOwn(Object.prototype, 'title')).toBe(false);
  });

  test.each([
    ['null', 'null'],
    ['7', '7'],
    ['true', 'true'],
    ['[]', 'Array'],
    ['{}', 'Object'],
    ['{"__proto__":null,"constructor":{"name":"x"}}', 'Object'],
  ])('refuses %s for a string', async (value, received) => {
    const detail = `must be a string, not ${received}`;
    const body = `{"title":${value},"content":${value},"userId":${value}}`;
    expect(await post(body)).toEqual(
      problemOf(400, 'invalid-body', '3 members are invalid.', {
        errors: ['title', 'content', 'userId'].map((name) => ({ pointer: `#/${name}`, detail })),
      }),
    );
  });
});

describe('POST /api/v1/users', () => {
  test.each(['tags', 'na\u00efv\u00e9', '\u0438\u043c\u044fname'])(
    'refuses %s, which is like none, and says what is allowed',
    async (name) => {
      expect(await user(JSON.stringify({ name: 'Ann', email: 'ann@example.com', [name]: 1 }))).toEqual(
        refused(`#/${encodeURIComponent(name)}`, 'is not a member; allowed are name, email'),
      );
    },
  );

  test.each([
    ['mail', 'email'],
    ['e-mail', 'email'],
    ['emial', 'email'],
    ['email_address', 'email'],
    ['username', 'name'],
    ['full name', 'name'],
    ['nmae', 'name'],
  ])('answers to %s that %s was probably meant', async (name, meant) => {
    expect(await user(JSON.stringify({ name: 'Ann', email: 'ann@example.com', [name]: 1 }))).toEqual(
      refused(`#/${encodeURIComponent(name)}`, `is not a member; did you mean ${meant}?`),
    );
  });
});
