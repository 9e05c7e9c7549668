import { notFound } from '../../../functions/http/problem';
import { readRequest } from '../../../functions/http/request';
import { type Row, scopeOf } from '../../../functions/http/row';
import { createPost, getPost, listPosts } from '../../../functions/routes';
import { codesOf } from '../../../functions/site/openapi/problems';

describe('a row without a scope', () => {
  // @ts-expect-error: that it does not compile is what is tested
  const forgetful: Row = { routeKey: 'GET /secrets', source: 'functions/secrets/list.ts' };

  test.each([false, true])('is no open route, whatever protectReads says: %p', (protectReads) => {
    expect(() => scopeOf(forgetful, { protectReads })).toThrow(
      new Error('GET /secrets names no scope, and is not on the list of open routes'),
    );
  });

  test('guards reading posts where the stage says so', () => {
    for (const { routeKey } of [listPosts, getPost]) {
      const row: Row = { routeKey, scope: 'posts:read', source: 'functions/posts/list.ts' };
      expect(scopeOf(row, { protectReads: false })).toBeUndefined();
      expect(scopeOf(row, { protectReads: true })).toBe('posts:read');
    }
    expect(scopeOf(createPost, { protectReads: false })).toBe('posts:write');
  });

  test('is open where it is on the list', () => {
    expect(
      scopeOf({ routeKey: 'GET /docs', source: 'functions/site/docs.ts' }, { protectReads: true }),
    ).toBeUndefined();
  });
});

describe('a row whose path goes on after the id', () => {
  const title = {
    routeKey: 'GET /posts/{id}/title',
    scope: 'posts:read',
    source: 'functions/posts/title.ts',
    table: ['GetItem'],
  } as const satisfies Row;
  const read = (id: string) =>
    readRequest(title, { headers: {}, rawQueryString: '', pathParameters: { id }, isBase64Encoded: false });

  test('gives its handler the id', () => {
    const id = '01a1f3ad-8e00-7000-8000-000000000001';
    const request: { readonly id: string } = read(id);
    expect(request.id).toBe(id);
  });

  test('answers 404 to an id of another form, and says so in its description', () => {
    expect(() => read('1')).toThrow(notFound());
    expect(codesOf(title)).toContain('not-found');
  });
});
