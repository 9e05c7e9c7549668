import { readCaller } from '../../../../functions/kit/http/caller';
import { notOwner } from '../../../../functions/kit/rules/conditions';
import { eventOf } from '../../../support/unit/event';

const iss = 'https://login.example/';
type TokenClaims = Readonly<Record<string, string>>;
const route = { routeKey: 'DELETE /api/v1/things/{id}', actions: ['DeleteItem'] } as const;
const callerOf = (claims: TokenClaims) => readCaller(route, eventOf('DELETE /api/v1/things', { claims }));

describe('on a stage with ownership the caller', () => {
  beforeAll(() => {
    process.env.OWNERSHIP = 'true';
    process.env.SCOPE_PREFIX = 'api/';
  });
  afterAll(() => {
    delete process.env.OWNERSHIP;
    delete process.env.SCOPE_PREFIX;
  });
  afterEach(() => {
    delete process.env.OWNER_CLAIM;
  });

  test('has an id that is a hash of the subject, also when the token names a client, too', () => {
    const caller = callerOf({ iss, sub: 'ada', client_id: 'x' });
    expect(caller).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), isAdmin: false });
    expect(caller).toEqual(callerOf({ iss, sub: 'ada' }));
  });

  test.each<TokenClaims>([{ iss }, { iss, sub: '', client_id: '' }])('has no id with the claims %j', (claims) => {
    expect(callerOf(claims)).toEqual({ id: undefined, isAdmin: false });
  });

  test.each<[name: string, claims: TokenClaims]>([
    ['custom:tenant', { 'custom:tenant': 'acme' }],
    ['__proto__', JSON.parse('{"__proto__":"acme"}')],
    ['groups', { groups: '[a b]' }],
  ])('has the id of the value of %s, whoever it is, with this ownerClaim, and else none', (name, claims) => {
    process.env.OWNER_CLAIM = name;
    const caller = callerOf({ iss, sub: 'ada', ...claims });
    expect(caller).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), isAdmin: false });
    expect(callerOf({ iss, client_id: 'x', ...claims })).toEqual(caller);
    expect(callerOf({ iss, sub: 'ada' })).toEqual({ id: undefined, isAdmin: false });
    process.env.OWNER_CLAIM = 'group';
    const ids = [...Object.values(claims).map((group) => callerOf({ iss, group })), caller].map((each) => each?.id);
    expect(new Set(ids).size).toBe(2);
  });

  test.each<[TokenClaims, boolean]>([
    [{ scope: 'api/others:read api/things:admin' }, true],
    [{ scope: '[api/others:read api/things:admin]' }, true],
    [{ scp: 'api/things:admin' }, true],
    [{ scope: '', scp: 'api/things:admin' }, false],
    [{ scope: 'api/things:admin]' }, false],
    [{ scope: '[api/things:admin' }, false],
    [{ scope: 'things:admin' }, false],
    [{ scope: 'api/others:admin' }, false],
    [{ scope: 'api/things:write' }, false],
  ])('with the claims %j is an admin: %p', (claims, isAdmin) => {
    expect(callerOf({ iss, sub: 'ada', ...claims })).toMatchObject({ isAdmin });
  });
});

test('the 403 of a caller who is not the owner says so', () => {
  expect(notOwner()).toMatchObject({ status: 403, code: 'not-owner', message: 'Only the owner may do this.' });
});
