import type { Resource } from '../../../functions/http/resource';
import type { Row } from '../../../functions/http/row';
import { posts } from '../../../functions/posts/resource';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { resourceFaults } from '../../../lib/build/check-resources';

const rows = Object.entries<Row>(routes);
const comments: Resource = {
  ...posts,
  collection: 'COMMENT',
  path: '/comments',
  belongsTo: { attribute: 'postId', parent: 'POST', child: 'COMMENT', path: '/comments' },
};
const listComments: Row = { routeKey: 'GET /comments', scope: 'comments:read', table: ['Query'] };

test('all resources and rows fit', () => {
  expect(resourceFaults(resources, rows)).toEqual([]);
  expect(resourceFaults([...resources, comments], [...rows, ['listComments', listComments]])).toEqual([]);
});

test.each<[string, Resource, string]>([
  [
    'the path of another one',
    { ...comments, path: '/posts' },
    '/posts is the path of POST and COMMENT; give each resource a path of its own.',
  ],
  [
    'the collection of another one',
    { ...comments, collection: 'POST' },
    'POST is the collection of /posts and /comments; give each resource a collection of its own.',
  ],
  [
    'a parent that does not exist',
    { ...comments, belongsTo: { attribute: 'pageId', parent: 'PAGE', child: 'COMMENT', path: '/comments' } },
    '/comments belongs to "PAGE", which is no resource before it in functions/resources.ts; there are USER, POST.',
  ],
])('a resource with %s is refused', (_, resource, fault) => {
  expect(resourceFaults([...resources, resource], rows)).toEqual([fault]);
});

test.each<[string, Row, string]>([
  [
    'the route of another one',
    { routeKey: 'GET /posts', scope: 'posts:read', table: ['Query'] },
    'GET /posts is the route of listPosts and added; give each row a route of its own.',
  ],
  [
    'no resource',
    { routeKey: 'GET /pages', scope: 'pages:read', table: ['Query'] },
    'The row added (GET /pages) has no resource, and so no budget; add "pages" to functions/resources.ts.',
  ],
  [
    'the scope of another resource',
    { routeKey: 'GET /posts/{id}/title', scope: 'users:read', table: ['GetItem'] },
    'The row added has the scope "users:read"; allowed are posts:read and posts:write.',
  ],
])('a row with %s is refused', (_, row, fault) => {
  expect(resourceFaults(resources, [...rows, ['added', row]])).toEqual([fault]);
});
