import { routeKeysOf } from '../../functions/http/row';
import { createPost, listPosts } from '../../functions/routes';

test('a row stands for HEAD when it is of GET, and for nothing else', () => {
  expect(routeKeysOf(listPosts)).toEqual(['GET /posts', 'HEAD /posts']);
  expect(routeKeysOf(createPost)).toEqual(['POST /posts']);
});
