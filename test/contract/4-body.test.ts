import { bodyFor, nobody, problem, useService } from '../support/service';

const { ask, user } = useService();

describe('unknown members', () => {
  test.each([
    ['/posts', 'body', '#/body', 'is not a member; did you mean content?'],
    ['/posts', 'Title', '#/Title', 'is not a member; did you mean title?'],
    ['/posts', 'user_id', '#/user_id', 'is not a member; did you mean userId?'],
    ['/posts', 'a/b~c d', '#/a~1b~0c%20d', 'is not a member; allowed: title, content, userId'],
    ['/api/v1/users', 'nmae', '#/nmae', 'is not a member; did you mean name?'],
    ['/api/v1/users', 'mail', '#/mail', 'is not a member; did you mean email?'],
    ['/api/v1/users', 'constructor', '#/constructor', 'is not a member; allowed: name, email'],
  ] as const)('of %s are refused: %s', async (path, member, pointer, detail) => {
    const response = await ask(`POST ${path}`, { body: { ...bodyFor(path, 'x'), [member]: 'x' } });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer, detail }] }));
  });

  test.each([
    ['as __proto__', '{"title":"Hi","__proto__":{"content":"x"}}', '#/__proto__', expect.any(String)],
    ['when given twice', '{"title":"Hi","title":"Ho"}', '#/title', 'is given more than once'],
  ])('and members %s are refused', async (_, body, pointer, detail) => {
    const response = await ask('POST /posts', { body });
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer, detail }] }));
  });
});

describe('a body', () => {
  const body = '{"title":"Hi"}';
  const origin = 'https://pages.example';
  const typed = (type: string, headers: Record<string, string>) =>
    type === 'no Content-Type' ? headers : { ...headers, 'content-type': type };

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
    ['no Content-Type', {}],
  ])('is read as %s with %j', async (type, headers) => {
    expect(await ask('POST /posts', { headers: typed(type, headers), body })).toMatchObject({
      status: 201,
      body: { title: 'Hi' },
    });
  });

  test.each([
    ['no Content-Type', { origin }],
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
      const response = await ask(line, { headers: typed(type, headers), body });
      const detail = 'The body must be application/json in UTF-8, not compressed.';
      expect(response).toMatchObject(problem(415, 'unsupported-media-type', { detail }));
      expect(response.headers[line.startsWith('POST') ? 'accept-post' : 'accept']).toBe('application/json');
    }
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  test.each([
    ['is missing; send a JSON object', '', {}],
    ['is a form; send JSON', 'title=Hi&content=x', form],
    ['is not valid JSON: unexpected "H" at line 1, column 10', '{"title":Hi}', form],
  ])('is told when it %s', async (fault, sent, headers) => {
    const response = await ask('POST /posts', { headers: { ...headers }, body: sent });
    expect(response).toMatchObject(problem(400, 'invalid-json', { detail: `The body ${fault}.` }));
  });

  test('that is missing has no type to check', async () => {
    const response = await ask('POST /posts', { headers: { 'content-type': 'image/png' } });
    expect(response).toMatchObject(problem(400, 'invalid-json'));
    expect(await ask('GET /posts', { headers: { 'content-type': 'image/png' } })).toMatchObject({ status: 200 });
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
