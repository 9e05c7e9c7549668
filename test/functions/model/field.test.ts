import { ask } from '../../support/resources';
import { mockTable } from '../../support/table';

const table = mockTable();

/** Returns the errors of the one field, or its value when it is stored and answered as sent. */
const outcome = async (name: string, value: string) => {
  table.onAnyCommand().resolves({});
  const isUser = name === 'name' || name === 'email';
  const others = isUser ? { name: 'Ann', email: 'ann@example.com' } : { title: 'Hello' };
  const { body } = await ask(isUser ? 'POST /api/v1/users' : 'POST /posts', { body: { ...others, [name]: value } });
  if (body.errors) return body.errors;
  const [[, input] = []] = table.sent();
  const { Item } = input.TransactItems?.[0].Put ?? input;
  return body[name] === Item[name] ? Item[name] : 'stored otherwise than answered';
};
const errorOf = (name: string, detail: string) => [{ pointer: `#/${name}`, detail }];

const noEmail = 'must be an e-mail address: one @ with something on both sides, no white space';
const control = 'must not contain control characters or lone surrogates';
const blank = 'must not be only white space';

describe('a text', () => {
  test.each([
    ['name', 'x'],
    ['name', '👋'.repeat(100)],
    ['name', `${'👋'.repeat(50)}${'x'.repeat(50)}`],
    ['name', ' x '],
    ['name', '\u{10FFFF}\uFFFF\uFEFF'],
    ['title', 'x'.repeat(200)],
    ['title', 'a\tb\nc\rd'],
    ['content', ' \t\r\n'],
    ['content', 'x'.repeat(50_000)],
    ['content', '👋'.repeat(50_000)],
    ['email', 'a@b'],
    ['email', '👋@b'],
    ['email', `${'👋'.repeat(252)}@b`],
    ['email', 'Jose\u0301@Example.com'],
  ])('is kept as it was sent in %s: %s', async (name, value) => {
    expect(await outcome(name, value)).toBe(value);
  });

  test.each([
    ['name', 'must not be empty', ''],
    ['name', blank, ' \t\n\r\u00a0\u2003\u3000'],
    ['name', 'must be at most 100 characters long', 'x'.repeat(101)],
    ['name', 'must be at most 100 characters long', `${'👋'.repeat(100)}x`],
    ['name', 'must be at most 100 characters long', 'x'.repeat(201)],
    ['title', blank, '\n'],
    ['title', 'must be at most 200 characters long', 'x'.repeat(201)],
    ['content', 'must be at most 50000 characters long', '👋'.repeat(50_001)],
    ['email', 'must be at least 3 characters long', '@b'],
    ['email', 'must be at least 3 characters long', '👋@'],
    ['email', 'must be at most 254 characters long', `${'x'.repeat(253)}@b`],
    ['email', noEmail, '@example'],
    ['email', noEmail, 'ann@'],
    ['email', noEmail, 'a@b@c'],
    ['email', noEmail, ' a@b'],
    ['email', noEmail, 'a@b\n'],
  ])('is a 400 in %s, which %s: %s', async (name, detail, value) => {
    expect(await outcome(name, value)).toEqual(errorOf(name, detail));
    expect(table.sent()).toEqual([]);
  });

  test.each([
    ...'\u0000\u0001\u0008\u000b\u000c\u000e\u001b\u001f\u007f\u0080\u0085\u009f',
    ...['\ud800', '\udbff', '\udc00', '\udfff', '\udc4b\ud83d', '\ud83d\ud83d\udc4b'],
  ])('is a 400 with %j in it', async (character) => {
    for (const name of ['name', 'title', 'content', 'email']) {
      expect(await outcome(name, `a@b${character}c`)).toEqual(errorOf(name, control));
    }
    expect(table.sent()).toEqual([]);
  });

  test.each(['\u0020', '\u007e', '\u00a0', '\u00ad', '\u200b', '\u2028', '\ufffd', '👋'])(
    'is kept with %j in it',
    async (character) => {
      expect(await outcome('content', `a${character}b`)).toBe(`a${character}b`);
    },
  );
});
