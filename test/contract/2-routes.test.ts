import { paths } from '../../functions/site/paths.built';
import { nobody, problem, useService } from '../support/service';

const { ask, user, post } = useService();

describe('every GET', () => {
  test.each(['/', '/openapi.json', '/docs', '/api/v1/users', '/posts', 'a user', 'a post'])(
    'of %s works as HEAD, without the body',
    async (what) => {
      const path = what === 'a user' ? (await user()).path : what === 'a post' ? (await post()).path : what;
      const got = await ask(`GET ${path}`);
      const head = await ask(`HEAD ${path}`);
      const stable = ({ date, 'apigw-requestid': _, ...headers }: typeof got.headers) => headers;
      expect([got.status, head.status, head.text]).toEqual([200, 200, '']);
      expect(stable(head.headers)).toEqual(stable(got.headers));
    },
  );

  test('of a resource that does not exist is a 404 as HEAD, too', async () => {
    expect(await ask(`HEAD /posts/${nobody}`)).toMatchObject({ status: 404, text: '' });
  });
});

const content = 'GET, HEAD, OPTIONS';
const collection = 'GET, HEAD, POST, OPTIONS';
const member = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS';
const patchTypes = 'application/merge-patch+json, application/json';

test.each([
  ['/', content, undefined],
  ['/api/v1/users', collection, undefined],
  [`/api/v1/users/${nobody}`, member, patchTypes],
  ['/posts', collection, undefined],
  [`/posts/${nobody}`, member, patchTypes],
])('OPTIONS %s answers 204 and names the methods', async (path, allow, acceptPatch) => {
  const { status, headers, text } = await ask(`OPTIONS ${path}`);
  expect([status, text, headers.allow, headers['accept-patch']]).toEqual([204, '', allow, acceptPatch]);
});

test.each([
  ['POST /', content],
  ['POST /docs', content],
  ['DELETE /openapi.json', content],
  ['PUT /posts', collection],
  ['DELETE /api/v1/users', collection],
  [`POST /posts/${nobody}`, member],
  [`PROPFIND /api/v1/users/${nobody}`, member],
])('another method is a 405: %s', async (line, allow) => {
  const [method, path] = line.replace(nobody, '{id}').split(' ');
  const response = await ask(line);
  const detail = `${method} is not allowed on ${path}; allowed: ${allow}.`;
  expect(response).toMatchObject(problem(405, 'method-not-allowed', { detail }));
  expect(response.headers.allow).toBe(allow);
});

const known = `there are ${Object.keys(paths).join(', ')}.`;

describe('an unknown path', () => {
  test.each([
    ['/api/v1/posts', 'posts live at /posts.'],
    [`/api/v1/posts/${nobody}`, 'posts live at /posts.'],
    ['/post', 'posts live at /posts.'],
    ['/users', 'users live at /api/v1/users.'],
    ['/api/v2/user/7', 'users live at /api/v1/users.'],
    ['/POSTS', 'posts live at /posts.'],
    ['//posts', 'posts live at /posts.'],
    ['/posts/1/likes', 'posts live at /posts.'],
    ['/users/1/posts', 'posts live at /posts.'],
    ['/nothing', known],
    ['/api/v1', known],
    ['/id', known],
    ['/__proto__', known],
    [`/${'x'.repeat(30)}`, known],
  ])('names the route most likely meant: %s', async (path, meant) => {
    const detail = `There is no such route; ${meant}`;
    expect(await ask(`GET ${path}`)).toMatchObject(problem(404, 'not-found', { detail }));
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'OPTIONS'])('is a 404 for %s, too', async (method) => {
    expect(await ask(`${method} /nothing`)).toMatchObject(problem(404, 'not-found'));
  });
});

test.each([
  ['GET /posts/', '/posts'],
  ['POST /posts/', '/posts'],
  ['GET /api/v1/users/?limit=3&order=asc', '/api/v1/users?limit=3&order=asc'],
  [`DELETE /posts/${nobody}/`, `/posts/${nobody}`],
  ['GET /posts/a%20b/', '/posts/a%20b'],
  ['GET /posts//', '/posts'],
  ['GET /docs/', '/docs'],
  ['GET /openapi.json/', '/openapi.json'],
])('a trailing slash on a known path redirects to the path without it: %s', async (line, location) => {
  const response = await ask(line);
  expect(response).toMatchObject({ status: 308, text: '' });
  expect(response.headers.location).toBe(location);
});
