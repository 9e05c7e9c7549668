import { type Row, scopeOf } from '../../../functions/http/row';
import { createPost, getPost, listPosts } from '../../../functions/routes';

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
