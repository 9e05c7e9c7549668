import { notOwner, readCaller } from '../../../../functions/kit/http/caller';
import { removeUser } from '../../../../functions/routes';

const iss = 'https://login.example/';
type TokenClaims = Readonly<Record<string, string>>;
const callerOf = (claims: TokenClaims) => {
  const requestContext = { authorizer: { jwt: { claims } } };
  return readCaller(removeUser, { headers: {}, rawQueryString: '', isBase64Encoded: false, requestContext });
};

describe('on a stage with ownership the caller', () => {
  beforeAll(() => {
    process.env.OWNERSHIP = 'true';
    process.env.SCOPE_PREFIX = 'api/';
  });
  afterAll(() => {
    delete process.env.OWNERSHIP;
    delete process.env.SCOPE_PREFIX;
  });

  test('has an id that is a hash of the subject, also when the token names a client, too', () => {
    const caller = callerOf({ iss, sub: 'ada', client_id: 'x' });
    expect(caller).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), isAdmin: false });
    expect(caller).toEqual(callerOf({ iss, sub: 'ada' }));
  });

  test.each<TokenClaims>([{ iss }, { iss, sub: '', client_id: '' }])('has no id with the claims %j', (claims) => {
    expect(callerOf(claims)).toEqual({ id: undefined, isAdmin: false });
  });

  test.each<[TokenClaims, boolean]>([
    [{ scope: 'api/posts:read api/users:admin' }, true],
    [{ scope: '[api/posts:read api/users:admin]' }, true],
    [{ scp: 'api/users:admin' }, true],
    [{ scope: '', scp: 'api/users:admin' }, false],
    [{ scope: 'api/users:admin]' }, false],
    [{ scope: '[api/users:admin' }, false],
    [{ scope: 'users:admin' }, false],
    [{ scope: 'api/posts:admin' }, false],
    [{ scope: 'api/users:write' }, false],
  ])('with the claims %j is an admin: %p', (claims, isAdmin) => {
    expect(callerOf({ iss, sub: 'ada', ...claims })).toMatchObject({ isAdmin });
  });
});

test('the 403 of a caller who is not the owner says so', () => {
  expect(notOwner()).toMatchObject({ status: 403, code: 'not-owner', message: 'Only the owner may do this.' });
});
