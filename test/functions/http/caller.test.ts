import { notOwner, readCaller } from '../../../functions/http/caller';
import type { Route } from '../../../functions/http/route';
import { createPost, getPost, removePost } from '../../../functions/routes';

const iss = 'https://login.example/';
type TokenClaims = Readonly<Record<string, string>>;
const event = { headers: {}, rawQueryString: '', isBase64Encoded: false };
const callerOf = (route: Route, claims: TokenClaims) =>
  readCaller(route, { ...event, requestContext: { authorizer: { jwt: { claims } } } });

describe('on a stage with ownership the caller', () => {
  beforeAll(() => {
    process.env.OWNERSHIP = 'true';
    process.env.SCOPE_PREFIX = 'api/';
  });
  afterAll(() => {
    delete process.env.OWNERSHIP;
    delete process.env.SCOPE_PREFIX;
  });

  test('has an id that is a hash of the issuer and the subject, or of the issuer and the client', () => {
    const given: TokenClaims[] = [{ sub: 'ada' }, { sub: 'ada', client_id: 'x' }, { client_id: 'ada' }, { sub: 'bob' }];
    const ids = given.map((claims) => callerOf(removePost, { iss, ...claims })?.id);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    expect(callerOf(removePost, { iss: 'https://other.example/', sub: 'ada' })?.id).not.toBe(ids[0]);
  });

  test.each<TokenClaims>([{ iss }, { iss, sub: '' }, { iss, sub: '', client_id: '' }])(
    'has no id with the claims %j',
    (claims) => {
      expect(callerOf(removePost, claims)).toEqual({ id: undefined, isAdmin: false });
    },
  );

  test.each<[TokenClaims, boolean]>([
    [{ scope: 'api/posts:admin' }, true],
    [{ scope: 'api/users:read api/posts:admin' }, true],
    [{ scope: '[api/users:read api/posts:admin]' }, true],
    [{ scope: '[api/posts:admin]' }, true],
    [{ scp: 'api/posts:admin' }, true],
    [{ scope: '', scp: 'api/posts:admin' }, false],
    [{ scope: 'api/posts:admin]' }, false],
    [{ scope: '[api/posts:admin' }, false],
    [{ scope: 'x [api/posts:admin]' }, false],
    [{ scope: '[api/posts:admin] x' }, false],
    [{ scope: 'posts:admin' }, false],
    [{ scope: 'api/users:admin' }, false],
    [{ scope: 'api/posts:write' }, false],
    [{}, false],
  ])('with the claims %j is an admin: %p', (claims, isAdmin) => {
    expect(callerOf(removePost, { iss, sub: 'ada', ...claims })).toMatchObject({ isAdmin });
  });

  test('is nobody on a route for anyone, and on a route without the table', () => {
    expect(callerOf(getPost, { iss, sub: 'ada' })).toBeUndefined();
    expect(callerOf({ routeKey: 'GET /docs', access: 'public' }, { iss, sub: 'ada' })).toBeUndefined();
    expect(callerOf(createPost, { iss, sub: 'ada' })).toBeDefined();
  });

  test('has no id without a token', () => {
    expect(readCaller(removePost, event)).toEqual({ id: undefined, isAdmin: false });
  });
});

test('on other stages a request has no caller', () => {
  expect(callerOf(removePost, { iss, sub: 'ada' })).toBeUndefined();
});

test('the 403 of a caller who is not the owner says so', () => {
  expect(notOwner()).toMatchObject({ status: 403, code: 'not-owner', message: 'Only the owner may do this.' });
});
