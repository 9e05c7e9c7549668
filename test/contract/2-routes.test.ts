import { resources } from '../../functions/resources';
import { paths } from '../../functions/site/paths.built';
import { nobody, problem, useService } from '../support/service';

const { ask, user, post } = useService();

const content = ['GET', 'HEAD', 'OPTIONS'];
const collection = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const member = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const routes: Record<string, string[]> = { '/': content, '/docs': content, '/openapi.json': content };
for (const { path } of resources) Object.assign(routes, { [path]: collection, [`${path}/{id}`]: member });

test('GET / lists the routes, and links to their description', async () => {
  const { status, headers, body } = await ask('GET /');
  expect([status, body]).toEqual([200, { routes }]);
  const description = '</openapi.json>; rel="service-desc"; type="application/json"';
  const link = `${description}, </docs>; rel="service-doc"; type="text/html"`;
  expect(headers).toMatchObject({ link, 'cache-control': 'no-cache', vary: 'accept' });
});

describe('HEAD', () => {
  test.each(['/', '/openapi.json', '/docs', '/api/v1/users', '/posts', 'a user', 'a post'])(
    'of %s has the headers of GET, and no body',
    async (what) => {
      const path = what === 'a user' ? (await user()).path : what === 'a post' ? (await post()).path : what;
      const headers = { 'accept-encoding': 'br' };
      const got = await ask(`GET ${path}`, { headers });
      const { date: _, 'apigw-requestid': __, ...expected } = got.headers;
      const head = await ask(`HEAD ${path}`, { headers });
      expect(head).toMatchObject({ status: 200, text: '', headers: expected });
    },
  );
});

const known = `there are ${Object.keys(paths).join(', ')}.`;

describe('an unknown path', () => {
  test.each([
    [`/api/v1/posts/${nobody}`, 'posts live at /posts.'],
    ['/post', 'posts live at /posts.'],
    ['/api/v2/user/7', 'users live at /api/v1/users.'],
    ['/POSTS', 'posts live at /posts.'],
    ['//posts', 'posts live at /posts.'],
    ['/posts/1/likes', 'posts live at /posts.'],
    ['/users/1/posts', 'posts live at /posts.'],
    ['/api/v1', known],
    ['/id', known],
    ['/__proto__', known],
    [`/${'x'.repeat(30)}`, known],
  ])('names the route most likely meant: %s', async (path, meant) => {
    const detail = `There is no such route; ${meant}`;
    expect(await ask(`GET ${path}`)).toMatchObject(problem(404, 'not-found', { detail }));
  });
});
