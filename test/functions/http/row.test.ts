import { notFound } from '../../../functions/http/problem';
import { readRequest } from '../../../functions/http/request';
import { type Row, routeKeysOf, scopesOf, verbOf } from '../../../functions/http/row';
import { createPost, getPost, listPosts } from '../../../functions/routes';
import { problemsOf } from '../../../functions/site/openapi/problems';

describe('the scope of a route', () => {
  test.each([false, true])('is that of its path, whether or not the stage protects reads: %p', (protectReads) => {
    expect(scopesOf({ routeKey: 'GET /secrets' }, { protectReads })).toEqual(['secrets:read']);
    expect(scopesOf({ routeKey: 'DELETE /api/v1/secrets/{id}' }, { protectReads })).toEqual(['secrets:write']);
    expect(scopesOf({ routeKey: 'GET /posts/{id}/secrets' }, { protectReads })).toEqual(['posts:read']);
  });

  test('guards reading posts where the stage says so', () => {
    for (const { routeKey } of [listPosts, getPost]) {
      expect(scopesOf({ routeKey }, { protectReads: false })).toEqual([]);
      expect(scopesOf({ routeKey }, { protectReads: true })).toEqual(['posts:read']);
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

  test('does not exist where the route is on the list of open routes', () => {
    expect(scopesOf({ routeKey: 'GET /docs' }, { protectReads: true })).toEqual([]);
  });
});

describe('a row whose path goes on after the id', () => {
  const title = {
    routeKey: 'GET /posts/{id}/title',
    source: 'functions/posts/title.ts',
    table: ['GetItem'],
  } as const satisfies Row;
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

test('only a GET row has a route for HEAD', () => {
  expect(routeKeysOf(getPost)).toEqual(['GET /posts/{id}', 'HEAD /posts/{id}']);
  expect(routeKeysOf(createPost)).toEqual(['POST /posts']);
});
