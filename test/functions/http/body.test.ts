import { handler as create } from '../../../functions/posts/create';
import { handler as createUser } from '../../../functions/users/create';
import { eventOf, invoke, problemOf } from '../../support/event';
import { mockTable } from '../../support/table';

const table = mockTable();
const post = (body: string | undefined, isBase64Encoded = false) =>
  invoke(create, eventOf('POST /posts', { body, isBase64Encoded }));
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');

const LIMIT = 262_144;
/** A JSON body of just so many bytes, white space for the most part. */
const sized = (bytes: number) => `{"title":"ü"}${' '.repeat(bytes - 14)}`;
const invalidJson = (why: string) => problemOf(400, 'invalid-json', `The body is not valid JSON: ${why}.`);

beforeEach(() => {
  table.onAnyCommand().resolves({});
});

describe('POST /posts', () => {
  test.each([
    ['text', (body: string) => post(body)],
    ['base64', (body: string) => post(Buffer.from(body).toString('base64'), true)],
  ])('takes 256 KiB of %s and not one byte more', async (_, run) => {
    expect((await run(sized(LIMIT))).status).toBe(201);
    expect(await run(sized(LIMIT + 1))).toEqual(
      problemOf(413, 'body-too-large', 'The body is 262145 bytes long; at most 262144 are allowed.'),
    );
    expect(table.sent()).toHaveLength(1);
  });

  test.each([
    ['a stray continuation', base64(0x7b, 0x80, 0x7d)],
    ['a cut sequence', base64(0x22, 0xc3, 0x22)],
    ['an encoded surrogate', base64(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['an overlong slash', base64(0x22, 0xc0, 0xaf, 0x22)],
    ['Latin-1', Buffer.from('{"title":"Grüße"}', 'latin1').toString('base64')],
    ['UTF-16', Buffer.from('\uFEFF{"title":"x"}', 'utf16le').toString('base64')],
  ])('refuses %s', async (_, body) => {
    expect(await post(body, true)).toEqual(invalidJson('it is not UTF-8'));
  });

  test.each([
    ['refuses a character that stands for other bytes', '{"title":"\uFFFD"}', 13, [400, 'invalid-json']],
    ['takes the same character as it was sent', '{"title":"\uFFFD"}', 15, [201, undefined]],
    ['takes a text whose length was counted otherwise', '{"title":"x"}', 14, [201, undefined]],
  ])('%s, when the gateway reads the body as text', async (_, body, sentBytes, outcome) => {
    const headers = { 'content-length': String(sentBytes) };
    const { status, body: seen } = await invoke(create, eventOf('POST /posts', { body, headers }));
    expect([status, seen.code]).toEqual(outcome);
  });

  test('takes a byte order mark for what it is', async () => {
    expect((await post('\uFEFF{"title":"Hello"}')).status).toBe(201);
  });

  test.each([
    [undefined, 'it ends too early at line 1, column 1'],
    ['', 'it ends too early at line 1, column 1'],
    ['{"title": "Hello"', 'it ends too early at line 1, column 18'],
    ['{"title": "Hello",}', 'unexpected "}" at line 1, column 19'],
    ['{\n  "title": "a",\n  content: "b"\n}', 'unexpected "c" at line 3, column 3'],
    ["{'title': 1}", 'unexpected "\'" at line 1, column 2'],
    ['{"title": "a"} x', 'unexpected "x" at line 1, column 16'],
    ['title=Hello&content=World', 'unexpected "t" at line 1, column 1'],
    ['{"title": NaN}', 'unexpected "N" at line 1, column 11'],
    ['{"title": "👋", 👋}', 'unexpected "👋" at line 1, column 17'],
  ])('says where %j breaks', async (body, why) => {
    expect(await post(body)).toEqual(invalidJson(why));
    expect(table.sent()).toEqual([]);
  });

  test.each(['null', '7', '"title"', 'true', '[]', '[{"title":"Hello"}]'])('refuses %s', async (body) => {
    expect(await post(body)).toEqual(
      problemOf(400, 'invalid-body', 'The body must be a JSON object.', {
        errors: [{ pointer: '#', detail: 'must be a JSON object' }],
      }),
    );
  });

  test('refuses a member that is given twice, however it is written', async () => {
    const body = '{"title":"a","title":"b","content":"","c\\u006fntent":"x","content":"y"}';
    expect(await post(body)).toEqual(
      problemOf(400, 'invalid-body', '2 members are invalid.', {
        errors: [
          { pointer: '#/title', detail: 'is given more than once' },
          { pointer: '#/content', detail: 'is given more than once' },
        ],
      }),
    );
    expect(table.sent()).toEqual([]);
  });

  test.each([
    ['arrays', '['.repeat(100_000), 100_001],
    ['objects', '{"a":'.repeat(50_000), 250_001],
  ])('survives %s without end', async (_, body, column) => {
    expect(await post(body)).toEqual(invalidJson(`it ends too early at line 1, column ${column}`));
  });

  test('survives arrays within arrays', async () => {
    const body = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await post(body)).body.errors).toEqual([{ pointer: '#/title', detail: 'must be a string, not Array' }]);
  });
});

describe('POST /api/v1/users', () => {
  test('names all faults at once, of the members and of the question', async () => {
    const event = eventOf('POST /api/v1/users', {
      headers: { 'if-match': 'x' },
      query: 'force=true',
      body: '{"name":"","nmae":1,"email":"a","email":"b"}',
    });
    expect(await invoke(createUser, event)).toEqual(
      problemOf(400, 'invalid-header', '1 header is invalid; 1 parameter is invalid; 3 members are invalid.', {
        errors: [
          { header: 'If-Match', detail: 'must be * or a list of at most 100 quoted entity tags, such as "abc"' },
          { parameter: 'force', detail: 'is not a parameter; this route takes none' },
          { pointer: '#/name', detail: 'must not be empty' },
          { pointer: '#/email', detail: 'must be at least 3 characters long' },
          { pointer: '#/nmae', detail: 'is not a member; did you mean name?' },
          { pointer: '#/email', detail: 'is given more than once' },
        ],
      }),
    );
    expect(table.sent()).toEqual([]);
  });

  test('names the other faults beside broken JSON', async () => {
    const { body } = await invoke(createUser, eventOf('POST /api/v1/users', { query: 'x=1', body: '{' }));
    expect([body.code, body.detail, body.errors]).toEqual([
      'invalid-query',
      'The body is not valid JSON: it ends too early at line 1, column 2; 1 parameter is invalid.',
      [{ parameter: 'x', detail: 'is not a parameter; this route takes none' }],
    ]);
  });

  test.each([
    ['looks for members given twice where fewer than a hundred are wrong', 99, 'is given more than once'],
    ['does not where the list is full', 100, 'is not a member; allowed are name, email'],
  ])('%s', async (_, length, last) => {
    const others = Array.from({ length }, (_, i) => `"member${i}":1`).join();
    const body = `{"name":"Ann","name":"Ann","email":"ann@example.com",${others}}`;
    const { errors, detail } = (await invoke(createUser, eventOf('POST /api/v1/users', { body }))).body;
    expect([errors.length, errors.at(-1).detail, detail]).toEqual([100, last, '100 members are invalid.']);
  });

  test.each([
    [98, '100 members are invalid.'],
    [200, '202 members are invalid. The first 100 are listed.'],
  ])('lists the first hundred faults and counts the rest: %i', async (length, detail) => {
    const members = Array.from({ length }, (_, i) => [`member${i}`, i]);
    const { body } = await invoke(createUser, eventOf('POST /api/v1/users', { body: Object.fromEntries(members) }));
    expect(body.detail).toBe(detail);
    expect(body.errors).toHaveLength(100);
  });
});
