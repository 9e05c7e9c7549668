import { paths } from '../../functions/site/paths.built';
import { nobody, problem, useService } from '../support/service';

const { ask } = useService();

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
