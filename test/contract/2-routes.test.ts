import { methodOf, pathOf } from '../../functions/kit/http/route';
import { paths } from '../../functions/kit/site/paths.built';
import { resources } from '../../functions/resources';
import { seed } from '../../lib/local/seed';
import { routeOf } from '../support/every-resource';
import { nobody, problem, useService } from '../support/service';

const { ask, url } = useService();

const known = `there are ${Object.keys(paths).join(', ')}.`;

describe('an unknown path', () => {
  test.each([
    [`/api/v1/posts/${nobody}`, 'posts live at /posts.'],
    ['/post', 'posts live at /posts.'],
    ['/api/v2/user/7', 'users live at /api/v1/users.'],
    ['/POSTS', 'posts live at /posts.'],
    ['//posts', 'posts live at /posts.'],
    ['/posts/1/2/3', 'posts live at /posts.'],
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

test('the examples of /docs succeed on the sample data of npm start', async () => {
  await seed(url(), {}, true);
  // Deletes children before their parents.
  for (const verb of ['list', 'get', 'create', 'replace', 'update', 'remove'] as const) {
    for (const resource of resources.toReversed()) {
      const [name, route] = routeOf(resource, verb);
      const { stored, ...requests } = resource.examples;
      const path = pathOf(route).replace('{id}', `${stored.at(-1)?.id}`);
      const { status } = await ask(`${methodOf(route)} ${path}`, { body: Object(requests)[verb]?.request });
      expect([name, status < 300]).toEqual([name, true]);
    }
  }
});
