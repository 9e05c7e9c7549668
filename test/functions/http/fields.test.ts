import { readOnlyFields } from '../../../functions/http/fields';
import { ask } from '../../support/resources';
import { invalid } from '../../support/responses';
import { mockTable } from '../../support/table';
import { cpuMs } from '../../support/time';

const table = mockTable();
const post = (body: string) => ask('POST /posts', { body });
const with1 = (member: string) => `{"title":"Hello",${member}:1}`;
const refused = (pointer: string, detail: string) => invalid('body', { pointer, detail });
const allowed = 'is not a member; allowed: title, content, userId';

afterEach(() => expect(table.sent()).toEqual([]));

test.each([
  ['body', 'content'],
  ['text', 'content'],
  ['contents', 'content'],
  ['contnet', 'content'],
  ['titel', 'title'],
  ['subject', 'title'],
  ['user_id', 'userId'],
  ['USERID', 'userId'],
  ['author', 'userId'],
  ['author_id', 'userId'],
  ['mail', 'email'],
  ['email_address', 'email'],
  ['username', 'name'],
  ['full name', 'name'],
])('a POST with %s suggests the field %s', async (name, meant) => {
  const isUser = meant === 'email' || meant === 'name';
  const body = isUser ? { name: 'Ann', email: 'ann@example.com' } : { title: 'Hello' };
  expect(await ask(isUser ? 'POST /api/v1/users' : 'POST /posts', { body: { ...body, [name]: 1 } })).toEqual(
    refused(`#/${encodeURIComponent(name)}`, `is not a member; did you mean ${meant}?`),
  );
});

describe('POST /posts', () => {
  test.each([
    ['tags', '#/tags'],
    ['', '#/'],
    ['42', '#/42'],
    ['a/b~c d%', '#/a~1b~0c%20d%25'],
    ['größe', '#/gr%C3%B6%C3%9Fe'],
    ['имяtitle', '#/%D0%B8%D0%BC%D1%8Ftitle'],
    ['\\ud800', '#/%EF%BF%BD'],
    ['constructor', '#/constructor'],
    ['__proto__', '#/__proto__'],
  ])('answers 400 to "%s" and names the fields that are allowed', async (name, pointer) => {
    expect(await post(with1(`"${name}"`))).toEqual(refused(pointer, allowed));
  });

  // Two changes of five letters are too many, whether they are neighbours or not.
  test.each(['tixxe', 'tixte', 'tilxe', 'ditel'])('suggests no field for %s', async (name) => {
    expect(await post(with1(`"${name}"`))).toEqual(refused(`#/${name}`, allowed));
  });

  test.each(['id', 'createdAt', 'updatedAt'])('answers 400 to %s, which the service sets', async (name) => {
    expect(await post(with1(`"${name}"`))).toEqual(refused(`#/${name}`, 'is set by the service and cannot be written'));
  });

  test('shortens a long name in the pointer', async () => {
    expect(await post(with1(`"${'x'.repeat(101)}"`))).toEqual(refused(`#/${'x'.repeat(100)}%E2%80%A6`, allowed));
    expect(await post(with1(`"${'x'.repeat(100)}"`))).toEqual(refused(`#/${'x'.repeat(100)}`, allowed));
  });

  test('looks for a suggestion for 250,000 letters in less than half a second', async () => {
    const startedMs = cpuMs();
    expect((await post(with1(`"${'x'.repeat(250_000)}"`))).status).toBe(400);
    expect(cpuMs() - startedMs).toBeLessThan(500);
  });

  test('takes no field from __proto__', async () => {
    expect(await post('{"__proto__":{"title":"Hello"}}')).toEqual(
      invalid('body', { pointer: '#/title', detail: 'is required' }, { pointer: '#/__proto__', detail: allowed }),
    );
    expect(Object.hasOwn(Object.prototype, 'title')).toBe(false);
  });

  test.each([
    ['null', 'null'],
    ['7', '7'],
    ['[]', 'Array'],
    ['{"__proto__":null,"constructor":{"name":"x"}}', 'Object'],
  ])('answers 400 to %s, which is no string', async (value, received) => {
    const detail = `must be a string, not ${received}`;
    const body = `{"title":${value},"content":${value},"userId":${value}}`;
    expect(await post(body)).toEqual(
      invalid('body', ...['title', 'content', 'userId'].map((name) => ({ pointer: `#/${name}`, detail }))),
    );
  });
});

test('on a stage with ownership the owner is set by the service, too', () => {
  expect(readOnlyFields()).toEqual(['id', 'createdAt', 'updatedAt']);
  process.env.OWNERSHIP = 'true';
  expect(readOnlyFields()).toEqual(['id', 'createdAt', 'updatedAt', 'owner']);
  delete process.env.OWNERSHIP;
});
