import { notFound } from '../../../functions/http/problem';
import { readRequest } from '../../../functions/http/request';
import { type Route, routeKeysOf, scopesOf, verbOf } from '../../../functions/http/route';
import { createPost, getPost, getReference, listPosts } from '../../../functions/routes';
import { problemsOf } from '../../../functions/site/openapi/problems';

describe('the scope of a route', () => {
  test.each([false, true])('is that of its path, whether or not the stage protects reads: %p', (protectReads) => {
    expect(scopesOf({ routeKey: 'GET /secrets', access: 'owner' }, { protectReads })).toEqual(['secrets:read']);
    expect(scopesOf({ routeKey: 'DELETE /api/v1/secrets/{id}', access: 'owner' }, { protectReads })).toEqual([
      'secrets:write',
    ]);
    expect(scopesOf({ routeKey: 'GET /posts/{id}/secrets', access: 'owner' }, { protectReads })).toEqual([
      'posts:read',
    ]);
  });

  test('guards reading posts where the stage says so', () => {
    for (const route of [listPosts, getPost]) {
      expect(scopesOf(route, { protectReads: false })).toEqual([]);
      expect(scopesOf(route, { protectReads: true })).toEqual(['posts:read']);
    }
    expect(scopesOf(createPost, { protectReads: false })).toEqual(['posts:write']);
  });

  test('begins with the prefix of the stage', () => {
    expect(scopesOf(createPost, { scopePrefix: 'users-and-posts/' })).toEqual(['users-and-posts/posts:write']);
    expect(scopesOf(listPosts, { scopePrefix: 'users-and-posts/' })).toEqual([]);
  });

  test('is joined by that of admins on a stage with ownership', () => {
    expect(scopesOf(createPost, { ownership: true, scopePrefix: 'a/' })).toEqual(['a/posts:write', 'a/posts:admin']);
  });

  test('does not exist where the route is public and reads no table', () => {
    expect(scopesOf(getReference, { protectReads: true })).toEqual([]);
  });
});

describe('a route whose path goes on after the id', () => {
  const title = {
    routeKey: 'GET /posts/{id}/title',
    entry: 'functions/posts/title.ts',
    access: 'owner',
    actions: ['GetItem'],
  } as const satisfies Route;
  const read = (id: string) =>
    readRequest(title, { headers: {}, rawQueryString: '', pathParameters: { id }, isBase64Encoded: false });

  test('has no verb', () => {
    expect(verbOf(title)).toBeUndefined();
    expect([listPosts, createPost, getPost].map(verbOf)).toEqual(['list', 'create', 'get']);
  });

  test('gives its handler the id', () => {
    const id = '01a1f3ad-8e00-7000-8000-000000000001';
    const request: { readonly id: string } = read(id);
    expect(request.id).toBe(id);
  });

  test('answers 404 to an id of another form, and says so in its description', () => {
    expect(() => read('1')).toThrow(notFound());
    expect(problemsOf(title, false).map(([code]) => code)).toContain('not-found');
  });
});

test('only a GET route has a route for HEAD', () => {
  expect(routeKeysOf(getPost)).toEqual(['GET /posts/{id}', 'HEAD /posts/{id}']);
  expect(routeKeysOf(createPost)).toEqual(['POST /posts']);
});
