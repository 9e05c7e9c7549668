import type { Resource } from '../../../functions/http/resource';
import { collectionPathOf, type Route } from '../../../functions/http/route';
import { Id } from '../../../functions/model/id';
import { posts } from '../../../functions/posts/docs';
import { authorship } from '../../../functions/posts/model';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { users } from '../../../functions/users/docs';
import { resourceFaults } from '../../../lib/build/check-resources';

const { relation: _, ...unowned } = posts;
const notes: Resource = { ...unowned, collection: 'NOTE', path: '/notes' };

/** The project with users and posts alone. */
const rows = Object.entries<Route>({
  ...routes,
  removePost: { routeKey: 'DELETE /posts/{id}', access: 'owner', actions: ['DeleteItem'] },
});
const base = [users, { ...posts, relation: { ...authorship, children: undefined } }];
const faultsWith = (resource: Resource, ...added: [string, Route][]) => {
  const others = rows.filter(
    ([, route]) => !route.actions || base.some(({ path }) => path === collectionPathOf(route)),
  );
  return resourceFaults({ resources: [...base, resource], rows: [...others, ...added] });
};

test('all resources and rows fit', () => {
  expect(resourceFaults({ resources, rows: Object.entries<Route>(routes) })).toEqual([]);
  expect(faultsWith(notes, ['listNotes', { routeKey: 'GET /notes', access: 'owner', actions: ['Query'] }])).toEqual([]);
});

const ofPage = { attribute: 'pageId', parent: 'page', child: 'note', path: '/notes' } as const;
const ofPost = { ...ofPage, attribute: 'postId', parent: 'post' } as const;

test.each<[string, Resource, string]>([
  [
    'the path of another one',
    { ...notes, path: '/v2/posts' },
    '"posts" is the last word in the path of POST and NOTE; give each resource another word.',
  ],
  [
    'the collection of another one',
    { ...notes, collection: 'POST' },
    'POST is the collection of /posts and /notes; give each resource a collection of its own.',
  ],
  [
    'a parent that does not exist',
    { ...notes, relation: ofPage },
    '/notes belongs to "page", which is no resource before it in functions/resources.ts; there are user, post.',
  ],
  [
    'a parent that has other children',
    { ...notes, relation: { ...ofPage, attribute: 'userId', parent: 'user' } },
    '/notes and /posts belong to "user"; only one resource can.',
  ],
  [
    'a relation of another resource',
    { ...notes, relation: { ...ofPost, path: '/posts' } },
    'The relation of /notes says "note" and /posts; name its own noun and path.',
  ],
  [
    'a parent that can be deleted without it',
    { ...notes, relation: ofPost },
    'DELETE /posts/{id} must take DeletionQuery and query byPost, because /notes belongs to it.',
  ],
  [
    'a parent whose relation does not name it',
    { ...notes, relation: ofPost },
    'The relation of /posts must name that of /notes as children.',
  ],
])('a resource with %s is refused', (_name, resource, fault) => {
  expect(faultsWith(resource)).toContain(fault);
});

test.each([
  ['rev', '/notes has the field "rev", which the table uses for something else; rename it.'],
  ['userId', '/notes has the field "userId", which the table uses for something else; rename it.'],
  ['text', '/notes has the field "text" in only one of POST and GET; add it to both.'],
])('a resource with the field %s is refused', (name, fault) => {
  const isBoth = name !== 'text';
  const faults = faultsWith(
    notes,
    ['createNote', { routeKey: 'POST /notes', access: 'owner', body: { [name]: {} } }],
    ['getNote', { routeKey: 'GET /notes/{id}', access: 'owner', response: { id: Id, ...(isBoth && { [name]: {} }) } }],
  );
  expect(faults).toEqual([fault]);
});

test.each<[string, Route, string]>([
  [
    'the route of another one',
    { routeKey: 'GET /posts', access: 'owner', actions: ['Query'] },
    'GET /posts is the route of listPosts and added; give each route a route of its own.',
  ],
  [
    'no resource',
    { routeKey: 'GET /v2/posts', access: 'owner', actions: ['Query'] },
    'The route added (GET /v2/posts) has no resource, and so no description and no budget; add /v2/posts to functions/resources.ts.',
  ],
  [
    'a path after the id and no source',
    { routeKey: 'GET /posts/{id}/no-source', access: 'owner', actions: ['GetItem'] },
    'The route added (GET /posts/{id}/no-source) needs a source.',
  ],
])('a route with %s is refused', (_name, route, fault) => {
  expect(resourceFaults({ resources, rows: [...Object.entries<Route>(routes), ['added', route]] })).toEqual([fault]);
});
