import { nounOf, type Resource } from '../../../functions/http/resource';
import type { Row } from '../../../functions/http/row';
import { posts } from '../../../functions/posts/resource';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { resourceFaults } from '../../../lib/build/check-resources';

const rows = Object.entries<Row>(routes);
const notes: Resource = {
  ...posts,
  collection: 'NOTE',
  path: '/notes',
  belongsTo: { attribute: 'postId', parent: 'post', child: 'note', path: '/notes' },
};
const listNotes: Row = { routeKey: 'GET /notes', table: ['Query'] };

test('all resources and rows fit', () => {
  expect(resourceFaults(resources, rows)).toEqual([]);
  expect(resourceFaults([...resources, notes], [...rows, ['listNotes', listNotes]])).toEqual([]);
});

test.each<[string, Resource, string]>([
  [
    'the path of another one',
    { ...notes, path: '/posts' },
    '/posts is the path of POST and NOTE; give each resource a path of its own.',
  ],
  [
    'the collection of another one',
    { ...notes, collection: 'POST' },
    'POST is the collection of /posts and /notes; give each resource a collection of its own.',
  ],
  [
    'a parent that does not exist',
    { ...notes, belongsTo: { attribute: 'pageId', parent: 'page', child: 'note', path: '/notes' } },
    `/notes belongs to "page", which is no resource before it in functions/resources.ts; there are ${resources.map(nounOf).join(', ')}.`,
  ],
])('a resource with %s is refused', (_, resource, fault) => {
  expect(resourceFaults([...resources, resource], rows)).toEqual([fault]);
});

test.each<[string, Row, string]>([
  [
    'the route of another one',
    { routeKey: 'GET /posts', table: ['Query'] },
    'GET /posts is the route of listPosts and added; give each row a route of its own.',
  ],
  [
    'no resource',
    { routeKey: 'GET /pages', table: ['Query'] },
    'The row added (GET /pages) has no resource, and so no scope and no budget; add "pages" to functions/resources.ts.',
  ],
])('a row with %s is refused', (_, row, fault) => {
  expect(resourceFaults(resources, [...rows, ['added', row]])).toEqual([fault]);
});
