import { problem, useService } from '../support/service';

const { ask } = useService();

const latin1 = Buffer.from('{"title":"caf\xe9"}', 'latin1');

describe('a problem', () => {
  test('has just the members of the contract', async () => {
    const { body } = await ask('POST /api/v1/users', { body: { email: 'x', extra: 1 } });
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'invalid-body',
      detail: 'name is required (and 2 more errors).',
      errors: expect.arrayContaining([
        { pointer: '#/name', detail: 'is required' },
        { pointer: '#/email', detail: 'must be at least 3 characters long' },
        { pointer: '#/extra', detail: 'is not a member; allowed: name, email' },
      ]),
      requestId: expect.any(String),
    });
    expect(body.errors).toHaveLength(3);
  });
});

describe('400 invalid-json', () => {
  test.each<[fault: string, body: string | Buffer, type?: string]>([
    ['missing; send a JSON object', ''],
    ['a form; send JSON', 'title=Hi&content=x', 'application/x-www-form-urlencoded'],
    ['not valid JSON: it ends too early at line 1, column 2', ' '],
    ['not valid JSON: unexpected "H" at line 2, column 3', '{"title":\n  Hi}'],
    ['not valid JSON: unexpected "t" at line 1, column 1', 'title'],
    ['not valid JSON: it ends too early at line 1, column 100001', '['.repeat(100_000)],
    // The gateway reads the bodies of these types as text.
    ['not valid JSON: it is not UTF-8', latin1],
    ['not valid JSON: it is not UTF-8', latin1, 'application/json'],
    ['not valid JSON: it is not UTF-8', latin1, 'application/x-www-form-urlencoded'],
    ['not valid JSON: it is not UTF-8', latin1, 'application/ld+json'],
  ])('says that the body is %s', async (fault, body, type = 'text/plain') => {
    const response = await ask('POST /posts', { headers: { 'content-type': type }, body });
    expect(response).toMatchObject(problem(400, 'invalid-json', { detail: `The body is ${fault}.` }));
  });

  test.each([
    ['a U+FFFD that was sent as such', '{"title":"\ufffd"}', { 'content-type': 'application/json' }],
    ['a byte order mark', '\ufeff{"title":"Hi"}', {}],
    ['a byte order mark in JSON', '\ufeff{"title":"Hi"}', { 'content-type': 'application/json' }],
  ])('does not answer %s', async (_, body, headers) => {
    expect(await ask('POST /posts', { headers: { ...headers }, body })).toMatchObject({ status: 201 });
  });
});

describe('413 body-too-large', () => {
  const limit = 256 * 1024;
  const sized = (bytes: number) => `{"title":"Hi"}${' '.repeat(bytes - 14)}`;

  test.each(['application/json', 'application/merge-patch+json'])('begins over 256 KiB, as %s', async (type) => {
    const headers = { 'content-type': type };
    expect(await ask('POST /posts', { headers, body: sized(limit) })).toMatchObject({ status: 201 });
    const detail = `The body is ${limit + 1} bytes long; at most ${limit} are allowed.`;
    const tooLarge = problem(413, 'body-too-large', { detail });
    expect(await ask('POST /posts', { headers, body: sized(limit + 1) })).toMatchObject(tooLarge);
  });

  test('counts bytes, not characters', async () => {
    const body = { title: 'Hi', content: '\u{1F600}'.repeat(limit / 4) };
    expect(await ask('POST /posts', { body })).toMatchObject(problem(413, 'body-too-large'));
  });
});
