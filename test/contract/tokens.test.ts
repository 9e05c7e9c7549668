import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { startGuardedServices } from '../support/auth/guarded';
import { audience, bearer, type Claims } from '../support/auth/tokens';

const scopePrefix = 'users-and-posts/';
const withoutPrefix = startGuardedServices();
const withPrefix = startGuardedServices({ scopePrefix });

const cognito = { aud: undefined, client_id: audience };
const prefixed = `${scopePrefix}users:read`;

const refused = { status: 401, body: { message: 'Unauthorized' } };
const strange = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sign: typeof withoutPrefix.key.sign = (...parts) => withoutPrefix.key.sign(...parts);

const badTokens: [name: string, token: () => string | Promise<string>][] = [
  ['no signature', () => new UnsecuredJWT({ iss: withoutPrefix.issuer, aud: audience, scope: 'users:read' }).encode()],
  [
    'a signature with the public key as its secret',
    () =>
      sign({}, { alg: 'HS256' }, createSecretKey(withoutPrefix.key.publicKey.export({ type: 'spki', format: 'der' }))),
  ],
  ['another algorithm of RSA', () => sign({}, { alg: 'PS256' })],
  ['the key of somebody else', () => sign({}, {}, strange.privateKey)],
  ['no kid', () => sign({}, { kid: undefined })],
  ['another issuer', () => sign({ iss: 'https://attacker.example' })],
  ['another audience', () => sign({ aud: 'somebody-else' })],
  ['another audience beside our client_id', () => sign({ aud: ['a', 'b'], client_id: audience })],
  ['no audience', () => sign({ aud: undefined })],
  ['another client_id', () => sign({ aud: undefined, client_id: 'somebody-else' })],
  ['a time that is over', () => sign({ exp: withoutPrefix.key.nowS() - 1 })],
  ['no end', () => sign({ exp: undefined })],
  ['a time that is to come', () => sign({ nbf: withoutPrefix.key.nowS() + 600 })],
  ['an issue that is to come', () => sign({ iat: withoutPrefix.key.nowS() + 600 })],
  [
    'another payload under a true signature',
    async () => {
      const [header, , signature] = (await sign({ scope: '' })).split('.');
      const [, payload] = (await sign()).split('.');
      return [header, payload, signature].join('.');
    },
  ],
  ['no form of a token', () => 'garbage'],
];

describe('a token is refused that has', () => {
  test.each(badTokens)('%s', async (_, token) => {
    const response = await withoutPrefix.ask('GET /api/v1/users', bearer(await token()));
    expect(response).toMatchObject(refused);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  test('another scheme, or its place in the query', async () => {
    const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    expect(await withoutPrefix.ask('GET /api/v1/users', { authorization })).toMatchObject(refused);
    expect(await withoutPrefix.ask(`GET /api/v1/users?access_token=${await sign()}`)).toMatchObject(refused);
  });
});

describe('a list of users', () => {
  test.each<[name: string, claims: Claims]>([
    ['one of two audiences is ours', { aud: ['somebody-else', audience] }],
    ['the scopes are in an array', { scope: ['posts:read', 'users:read'] }],
    ['the scopes are in scp, as of Entra ID', { scope: undefined, scp: 'posts:read users:read' }],
  ])('is open to a token in which %s', async (_, claims) => {
    const token = await sign(claims);
    expect(await withoutPrefix.ask('GET /api/v1/users', bearer(token))).toMatchObject({ status: 200 });
  });

  test('is open to a token without a scheme before it, as API Gateway allows', async () => {
    const authorization = await sign();
    expect(await withoutPrefix.ask('GET /api/v1/users', { authorization })).toMatchObject({ status: 200 });
  });
});

describe('on a stage with scopePrefix a list of users', () => {
  test.each<[name: string, status: number, claims: Claims]>([
    ['opens to the scope with the prefix', 200, { scope: `openid ${prefixed}` }],
    ['opens to a token of Cognito', 200, { ...cognito, scope: prefixed }],
    ['stays closed to the scope without the prefix', 403, { scope: 'users:read' }],
    ['stays closed to another scope with the prefix', 403, { scope: `${scopePrefix}users:write` }],
    ['stays closed to a longer scope', 403, { scope: `${prefixed}s` }],
    ['stays closed to a wildcard', 403, { scope: `* ${scopePrefix}*` }],
    ['stays closed to a scope that is no text', 403, { scope: { [prefixed]: true } }],
  ])('%s', async (_, status, claims) => {
    const token = await withPrefix.key.sign(claims);
    expect((await withPrefix.ask('GET /api/v1/users', bearer(token))).status).toBe(status);
  });

  test.each([
    [false, []],
    [true, [{ token: ['users-and-posts/posts:read'] }]],
  ])('needs the scope that the description names, protectReads %p', async (protectReads, posts) => {
    const { components, paths } = (await withPrefix.ask('GET /openapi.json', {}, { protectReads })).body;
    expect(components.securitySchemes.token.description).toContain(withPrefix.issuer);
    expect(paths['/api/v1/users'].get.security).toEqual([{ token: ['users-and-posts/users:read'] }]);
    expect(paths['/posts'].get.security).toEqual(posts);
  });
});
