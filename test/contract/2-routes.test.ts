import { nobody, problem, startService } from '../support/service';

const { ask, user, post } = startService();

describe('every GET', () => {
  test.each(['/', '/openapi.json', '/docs', '/api/v1/users', '/posts', 'a user', 'a post'])(
    'of %s works as HEAD, without the body',
    async (what) => {
      const path = what === 'a user' ? (await user()).path : what === 'a post' ? (await post()).path : what;
      const got = await ask(`GET ${path}`);
      const head = await ask(`HEAD ${path}`);
      const stable = ({ date, 'apigw-requestid': _, ...headers }: typeof got.headers) => headers;
      expect(got.status).toBe(200);
      expect({ ...head, headers: stable(head.headers) }).toEqual({
        status: 200,
        headers: stable(got.headers),
        text: '',
        body: undefined,
      });
    },
  );

  test('of a resource that does not exist is a 404 as HEAD, too', async () => {
    expect(await ask(`HEAD /posts/${nobody}`)).toMatchObject({ status: 404, text: '' });
  });
});

describe('OPTIONS', () => {
  test.each([
    ['/', 'GET, HEAD, OPTIONS', undefined],
    ['/api/v1/users', 'GET, HEAD, POST, OPTIONS', undefined],
    [
      `/api/v1/users/${nobody}`,
      'GET, HEAD, PUT, PATCH, DELETE, OPTIONS',
      'application/merge-patch+json, application/json',
    ],
    ['/posts', 'GET, HEAD, POST, OPTIONS', undefined],
    [`/posts/${nobody}`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS', 'application/merge-patch+json, application/json'],
  ])('of %s answers 204 and names the methods', async (path, allow, acceptPatch) => {
    const { status, headers, text } = await ask(`OPTIONS ${path}`);
    expect({ status, text, allow: headers.allow, acceptPatch: headers['accept-patch'] }).toEqual({
      status: 204,
      text: '',
      allow,
      acceptPatch,
    });
  });

  test('of an unknown path is a 404', async () => {
    expect(await ask('OPTIONS /nothing')).toMatchObject(problem(404, 'not-found'));
  });
});

describe('another method', () => {
  test.each([
    ['POST /', 'GET, HEAD, OPTIONS'],
    ['POST /docs', 'GET, HEAD, OPTIONS'],
    ['DELETE /openapi.json', 'GET, HEAD, OPTIONS'],
    ['PUT /posts', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE /api/v1/users', 'GET, HEAD, POST, OPTIONS'],
    [`POST /posts/${nobody}`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    [`PROPFIND /api/v1/users/${nobody}`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
  ])('is a 405: %s', async (line, allow) => {
    const response = await ask(line);
    expect(response).toMatchObject(problem(405, 'method-not-allowed'));
    expect(response.headers.allow).toBe(allow);
  });
});

describe('an unknown path', () => {
  test.each([
    ['/api/v1/posts', 'There is no such route; posts live at /posts.'],
    [`/api/v1/posts/${nobody}`, 'There is no such route; posts live at /posts.'],
    ['/post', 'There is no such route; posts live at /posts.'],
    ['/users', 'There is no such route; users live at /api/v1/users.'],
    ['/api/v2/user/7', 'There is no such route; users live at /api/v1/users.'],
    ['/POSTS', 'There is no such route; posts live at /posts.'],
    ['//posts', 'There is no such route; posts live at /posts.'],
    ['/posts/1/comments', 'There is no such route; posts live at /posts.'],
    [
      '/nothing',
      'There is no such route; there are /, /api/v1/users, /api/v1/users/{id}, /docs, /openapi.json, /posts, /posts/{id}.',
    ],
  ])('names the route most likely meant: %s', async (path, detail) => {
    expect(await ask(`GET ${path}`)).toMatchObject(problem(404, 'not-found', { detail }));
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('is a 404 for %s, too', async (method) => {
    expect(await ask(`${method} /nothing`)).toMatchObject(problem(404, 'not-found'));
  });
});

describe('a trailing slash', () => {
  test.each([
    ['GET /posts/', '/posts'],
    ['POST /posts/', '/posts'],
    ['GET /api/v1/users/?limit=3&order=asc', '/api/v1/users?limit=3&order=asc'],
    [`DELETE /posts/${nobody}/`, `/posts/${nobody}`],
    ['GET /posts/a%20b/', '/posts/a%20b'],
    ['GET /posts//', '/posts'],
    ['GET /docs/', '/docs'],
    ['GET /openapi.json/', '/openapi.json'],
  ])('on a known path redirects to the path without it: %s', async (line, location) => {
    const response = await ask(line);
    expect(response).toMatchObject({ status: 308, text: '' });
    expect(response.headers.location).toBe(location);
  });
});
