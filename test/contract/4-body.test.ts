import { nobody, problem, startService } from '../support/service';

const { ask } = startService();

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
    const response = await ask(`POST ${path}`, { body: { ...body, [member]: 'x' } });
    const pointer = member === 'a/b~c d' ? '#/a~1b~0c%20d' : `#/${member}`;
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors: [{ pointer, detail }] }));
  });

  test('are refused as __proto__, and change no prototype', async () => {
    const response = await ask('POST /posts', { body: '{"title":"Hi","__proto__":{"content":"x"}}' });
    expect(response).toMatchObject(
      problem(400, 'invalid-body', { errors: [{ pointer: '#/__proto__', detail: expect.any(String) }] }),
    );
  });

  test('and members given twice are refused', async () => {
    const response = await ask('POST /posts', { body: '{"title":"Hi","title":"Ho"}' });
    const errors = [{ pointer: '#/title', detail: 'is given more than once' }];
    expect(response).toMatchObject(problem(400, 'invalid-body', { errors }));
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
      const response = await ask(line, { headers: { ...headers, 'content-type': type }, body });
      const detail = 'The body must be application/json in UTF-8, not compressed.';
      expect(response).toMatchObject(problem(415, 'unsupported-media-type', { detail }));
      expect(response.headers[line.startsWith('POST') ? 'accept-post' : 'accept']).toBe('application/json');
    }
  });

  test('that is missing has no type to check', async () => {
    const response = await ask('POST /posts', { headers: { 'content-type': 'image/png' } });
    expect(response).toMatchObject(problem(400, 'invalid-json'));
    expect(await ask('GET /posts', { headers: { 'content-type': 'image/png' } })).toMatchObject({ status: 200 });
  });
});
