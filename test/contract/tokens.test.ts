import { generateKeyPairSync } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { audience, bearer, type Claims, startGuardedService } from '../support/auth/guarded';

const scopePrefix = 'users-and-posts/';
const plain = startGuardedService();
const prefixed = startGuardedService({ scopePrefix });

const { privateKey: strange } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const inSeconds = (more: number) => Date.now() / 1000 + more;

describe('a token is refused that has', () => {
  test.each<[name: string, token: () => string | Promise<string>]>([
    ['no form of a token', () => 'garbage'],
    ['no signature', () => new UnsecuredJWT({ iss: plain.issuer, aud: audience, scope: 'users:read' }).encode()],
    ['the key of somebody else', () => plain.key.sign({}, {}, strange)],
    ['no kid', () => plain.key.sign({}, { kid: undefined })],
    ['another algorithm of RSA', () => plain.key.sign({}, { alg: 'PS256' })],
    ['another issuer', () => plain.key.sign({ iss: 'https://attacker.example' })],
    ['another audience', () => plain.key.sign({ aud: 'somebody-else' })],
    ['another audience beside our client_id', () => plain.key.sign({ aud: ['a', 'b'], client_id: audience })],
    ['no audience', () => plain.key.sign({ aud: undefined })],
    ['another client_id', () => plain.key.sign({ aud: undefined, client_id: 'somebody-else' })],
    ['a time that is over', () => plain.key.sign({ exp: inSeconds(-1) })],
    ['no end', () => plain.key.sign({ exp: undefined })],
    ['a time that is to come', () => plain.key.sign({ nbf: inSeconds(600) })],
    ['an issue that is to come', () => plain.key.sign({ iat: inSeconds(600) })],
  ])('%s', async (_, token) => {
    const response = await plain.ask('GET /api/v1/users', bearer(await token()));
    expect(response).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  test('its place in the query', async () => {
    const line = `GET /api/v1/users?access_token=${await plain.key.sign()}`;
    expect(await plain.ask(line)).toMatchObject({ status: 401 });
  });
});

describe('a list of users', () => {
  test.each<[name: string, claims: Claims]>([
    ['one of two audiences is ours', { aud: ['somebody-else', audience] }],
    ['the scopes are in an array', { scope: ['posts:read', 'users:read'] }],
    ['the scopes are in scp, as of Entra ID', { scope: undefined, scp: 'posts:read users:read' }],
  ])('is open to a token in which %s', async (_, claims) => {
    expect(await plain.ask('GET /api/v1/users', bearer(await plain.key.sign(claims)))).toMatchObject({ status: 200 });
  });

  test('is closed to a token of Cognito on a stage without scopePrefix', async () => {
    const scope = `${scopePrefix}users:read`;
    const token = await plain.key.sign({ aud: undefined, client_id: audience, scope });
    expect(await plain.ask('GET /api/v1/users', bearer(token))).toMatchObject({ status: 403 });
  });

  test('is open to a token without a scheme before it, as API Gateway allows', async () => {
    const authorization = await plain.key.sign();
    expect(await plain.ask('GET /api/v1/users', { authorization })).toMatchObject({ status: 200 });
  });
});

describe('on a stage with scopePrefix a list of users', () => {
  const scope = `${scopePrefix}users:read`;

  test.each<[name: string, status: number, claims: Claims]>([
    ['opens to the scope with the prefix', 200, { scope: `openid ${scope}` }],
    ['opens to a token of Cognito', 200, { aud: undefined, client_id: audience, scope }],
    ['stays closed to the scope without the prefix', 403, { scope: 'users:read' }],
    ['stays closed to another scope with the prefix', 403, { scope: `${scopePrefix}users:write` }],
    ['stays closed to a longer scope', 403, { scope: `${scope}s` }],
    ['stays closed to a scope that is no text', 403, { scope: { [scope]: true } }],
  ])('%s', async (_, status, claims) => {
    const token = await prefixed.key.sign(claims);
    expect(await prefixed.ask('GET /api/v1/users', bearer(token))).toMatchObject({ status });
  });

  test('needs the scope that the description names', async () => {
    const { components, paths } = (await prefixed.ask('GET /openapi.json')).body;
    expect(components.securitySchemes.token.description).toContain(prefixed.issuer);
    expect(paths['/api/v1/users'].get.security).toEqual([{ token: [scope] }]);
    expect(paths['/posts'].get.security).toEqual([]);
  });
});
