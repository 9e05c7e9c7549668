import { ask } from '../../support/resources';
import { invalid, problemOf } from '../../support/responses';
import { mockTable } from '../../support/table';

const table = mockTable();
const post = (body: string | undefined, isBase64Encoded = false) => ask('POST /posts', { body, isBase64Encoded });
const user = (body: unknown, parts = {}) => ask('POST /api/v1/users', { body, ...parts });
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');

const LIMIT = 262_144;
/** Makes a JSON body of this size, most of it white space. */
const sized = (bytes: number) => `{"title":"ü"}${' '.repeat(bytes - 14)}`;
const invalidJson = (why: string) => {
  const detail = `is not valid JSON: ${why}`;
  return problemOf(400, 'invalid-json', `The body ${detail}.`, { errors: [{ pointer: '#', detail }] });
};

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
    ['Latin-1', Buffer.from('{"title":"Grüße"}', 'latin1').toString('base64')],
  ])('answers 400 to %s', async (_, body) => {
    expect(await post(body, true)).toEqual(invalidJson('it is not UTF-8'));
  });

  test.each([
    ['answers 400 to a character that stands for other bytes', '{"title":"\uFFFD"}', 13, [400, 'invalid-json']],
    ['takes the same character when it was sent', '{"title":"\uFFFD"}', 15, [201, undefined]],
    ['takes a text with a wrong content-length', '{"title":"x"}', 14, [201, undefined]],
  ])('%s, when the gateway reads the body as text', async (_, body, sentBytes, outcome) => {
    const headers = { 'content-length': String(sentBytes) };
    const response = await ask('POST /posts', { body, headers });
    expect([response.status, response.body.code]).toEqual(outcome);
  });

  test.each([
    [' ', 'it ends too early at line 1, column 2'],
    ['{\n  "title": "a",\n  content: "b"\n}', 'unexpected "c" at line 3, column 3'],
  ])('names line and column of the error in %j', async (body, why) => {
    expect(await post(body)).toEqual(invalidJson(why));
    expect(table.sent()).toEqual([]);
  });

  test.each(['null', '7', '"title"', 'true', '[]', '[{"title":"Hello"}]'])(
    'answers 400 to %s, which is no object',
    async (body) => {
      const errors = [{ pointer: '#', detail: 'must be a JSON object' }];
      expect(await post(body)).toEqual(problemOf(400, 'invalid-body', 'The body must be a JSON object.', { errors }));
    },
  );

  test('answers 400 to a field that is given twice, in whatever spelling', async () => {
    const body = '{"title":"a","title":"b","content":"","c\\u006fntent":"x","content":"y"}';
    const detail = 'is given more than once';
    expect(await post(body)).toEqual(invalid('body', { pointer: '#/title', detail }, { pointer: '#/content', detail }));
    expect(table.sent()).toEqual([]);
  });

  test('answers 400 to arrays within arrays', async () => {
    const body = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await post(body)).body.errors).toEqual([{ pointer: '#/title', detail: 'must be a string, not Array' }]);
  });
});

describe('POST /api/v1/users', () => {
  test('names all errors of headers, query and body at once', async () => {
    const parts = { headers: { 'if-match': 'x' }, query: 'force=true' };
    const response = await user('{"name":"","nmae":1,"email":"a","email":"b"}', parts);
    expect(response).toEqual(
      invalid(
        'header',
        { header: 'If-Match', detail: 'must be * or a list of at most 100 quoted entity tags, such as "abc"' },
        { parameter: 'force', detail: 'is not a parameter; this route takes none' },
        { pointer: '#/name', detail: 'must not be empty' },
        { pointer: '#/email', detail: 'must be at least 3 characters long' },
        { pointer: '#/nmae', detail: 'is not a member; did you mean name?' },
        { pointer: '#/email', detail: 'is given more than once' },
      ),
    );
    expect(table.sent()).toEqual([]);
  });

  test('names other errors beside a syntax error', async () => {
    const { body } = await user('{', { query: 'x=1' });
    expect([body.code, body.detail, body.errors]).toEqual([
      'invalid-query',
      'x is not a parameter; this route takes none (and 1 more error).',
      [
        { parameter: 'x', detail: 'is not a parameter; this route takes none' },
        { pointer: '#', detail: 'is not valid JSON: it ends too early at line 1, column 2' },
      ],
    ]);
  });

  test.each([
    [99, 'is given more than once', '(and 99 more errors).'],
    [100, 'is not a member; allowed: name, email', '(and 99 more errors).'],
    [200, 'is not a member; allowed: name, email', '(and 199 more errors). The first 100 are listed.'],
  ])('lists the first hundred errors: %i unknown members, then one given twice', async (length, last, more) => {
    const others = Array.from({ length }, (_, i) => `"member${i}":1`).join();
    const { body } = await user(`{"name":"Ann","name":"Ann","email":"ann@example.com",${others}}`);
    expect([body.errors.length, body.errors.at(-1).detail]).toEqual([100, last]);
    expect(body.detail).toBe(`member0 is not a member; allowed: name, email ${more}`);
  });
});
