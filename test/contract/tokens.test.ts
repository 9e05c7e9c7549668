import { generateKeyPairSync } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { audience, bearer, type Claims, startGuardedService } from '../support/auth/guarded';
import { aGuardedResource, describeFor } from '../support/declared';

const scopePrefix = 'the-service/';
const plain = startGuardedService();
const prefixed = startGuardedService({ scopePrefix });

const { privateKey: strange } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const inSeconds = (more: number) => Date.now() / 1000 + more;

describeFor(aGuardedResource, 'a token is refused that has', ({ path, plural }) => {
  test.each<[name: string, token: () => string | Promise<string>]>([
    ['no form of a token', () => 'garbage'],
    ['no signature', () => new UnsecuredJWT({ iss: plain.issuer, aud: audience, scope: `${plural}:read` }).encode()],
    ['the key of somebody else', () => plain.sign({}, {}, strange)],
    ['no kid', () => plain.sign({}, { kid: undefined })],
    ['another algorithm of RSA', () => plain.sign({}, { alg: 'PS256' })],
    ['another issuer', () => plain.sign({ iss: 'https://attacker.example' })],
    ['another audience', () => plain.sign({ aud: 'somebody-else' })],
    ['another audience beside our client_id', () => plain.sign({ aud: ['a', 'b'], client_id: audience })],
    ['no audience', () => plain.sign({ aud: undefined })],
    ['another client_id', () => plain.sign({ aud: undefined, client_id: 'somebody-else' })],
    ['a time that is over', () => plain.sign({ exp: inSeconds(-1) })],
    ['no end', () => plain.sign({ exp: undefined })],
    ['a time that is to come', () => plain.sign({ nbf: inSeconds(600) })],
    ['an issue that is to come', () => plain.sign({ iat: inSeconds(600) })],
  ])('%s', async (_, token) => {
    const response = await plain.ask(`GET ${path}`, bearer(await token()));
    expect(response).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  test('its place in the query', async () => {
    const line = `GET ${path}?access_token=${await plain.sign()}`;
    expect(await plain.ask(line)).toMatchObject({ status: 401 });
  });
});

describeFor(aGuardedResource, 'a guarded list', ({ path, plural }) => {
  const read = `${plural}:read`;
  const scope = `${scopePrefix}${read}`;
  const ofCognito = { aud: undefined, client_id: audience, scope };

  test.each<[name: string, status: number, claims: Claims, service: typeof plain]>([
    ['opens to a token of which one of two audiences is ours', 200, { aud: ['somebody-else', audience] }, plain],
    ['opens to scopes in an array', 200, { scope: ['others:read', read] }, plain],
    ['opens to scopes in scp, as of Entra ID', 200, { scope: undefined, scp: `others:read ${read}` }, plain],
    ['stays closed to a token of Cognito on a stage without scopePrefix', 403, ofCognito, plain],
    ['opens to a token of Cognito on a stage with scopePrefix', 200, ofCognito, prefixed],
    ['opens to the scope with the prefix', 200, { scope: `openid ${scope}` }, prefixed],
    ['stays closed to the scope without the prefix', 403, { scope: read }, prefixed],
    ['stays closed to another scope with the prefix', 403, { scope: `${scopePrefix}${plural}:write` }, prefixed],
    ['stays closed to a longer scope', 403, { scope: `${scope}s` }, prefixed],
    ['stays closed to a scope that is no text', 403, { scope: { [scope]: true } }, prefixed],
  ])('%s', async (_, status, claims, service) => {
    const token = await service.sign(claims);
    expect(await service.ask(`GET ${path}`, bearer(token))).toMatchObject({ status });
  });

  test('is open to a token without a scheme before it, as API Gateway allows', async () => {
    const authorization = await plain.sign();
    expect(await plain.ask(`GET ${path}`, { authorization })).toMatchObject({ status: 200 });
  });

  test('needs the scope with the prefix that the description names', async () => {
    const { components, paths } = (await prefixed.ask('GET /openapi.json')).body;
    expect(components.securitySchemes.token.description).toContain(prefixed.issuer);
    expect(paths[path].get.security).toEqual([{ token: [scope] }]);
    expect(paths['/'].get.security).toEqual([]);
  });
});
