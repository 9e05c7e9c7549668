import { type Row, routeKeysOf, scopeOf } from '../../functions/http/row';
import { createPost, listPosts } from '../../functions/routes';

test('a row stands for HEAD when it is of GET, and for nothing else', () => {
  expect(routeKeysOf(listPosts)).toEqual(['GET /posts', 'HEAD /posts']);
  expect(routeKeysOf(createPost)).toEqual(['POST /posts']);
});

describe('a row without a scope', () => {
  // @ts-expect-error: that it does not compile is what is tested
  const forgetful: Row = { routeKey: 'GET /secrets', source: 'functions/secrets/list.ts' };

  test.each([false, true])('is no open route, whatever protectReads says: %p', (protectReads) => {
    expect(() => scopeOf(forgetful, { protectReads })).toThrow(
      new Error('GET /secrets names no scope, and is not on the list of open routes'),
    );
  });

  test('is open where it is on the list', () => {
    expect(
      scopeOf({ routeKey: 'GET /docs', source: 'functions/site/docs.ts' }, { protectReads: true }),
    ).toBeUndefined();
  });
});
