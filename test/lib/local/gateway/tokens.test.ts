import { createServer } from 'node:http';
import { decodeJwt } from 'jose';
import { startAuthorizer } from '../../../../lib/local/gateway/authorizer';
import { startIssuer } from '../../../../lib/local/gateway/issuer';
import { closeServer, listen } from '../../../../lib/local/listen';
import { send } from '../../../support/http';

let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  issuer = await startIssuer('pets');
});
afterAll(() => issuer.close());

test('the local issuer signs the claims of a query, and answers only this machine', async () => {
  const { url } = issuer;
  const claimsOf = async (query: string) => {
    const { iat = 0, exp, ...claims } = decodeJwt((await send(url, `GET /token?${query}`)).body.access_token);
    expect(exp).toBe(iat + 12 * 3600);
    return claims;
  };
  const own = { iss: url, sub: 'you' };
  expect(await claimsOf('scope=a&scope=b')).toEqual({ ...own, aud: 'pets', scope: ['a', 'b'] });
  expect(await claimsOf('client_id=me&exp=0&iss=another')).toEqual({ ...own, client_id: 'me' });
  expect((await send(url, 'GET //')).status).toBe(404);
  expect((await send(url, 'GET /token', { headers: { host: 'evil.example' } })).status).toBe(421);
});

test('the authorizer answers 500 and logs why when it cannot get the keys of the issuer, and then tries again', async () => {
  let says: string | undefined;
  const server = createServer((_, response) => (says === undefined ? response.destroy() : response.end(says)));
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  const logs: string[] = [];
  const authorize = startAuthorizer((line) => logs.push(line));
  const ask = () => authorize({ issuer: url, audience: ['a'], scopes: [] }, 'Bearer garbage');
  for (const text of [undefined, 'no JSON', '{}']) {
    says = text;
    expect(await ask()).toMatchObject({ status: 500 });
  }
  expect(logs).toEqual([
    expect.stringMatching(/^no token can be checked: .*fetch failed$/),
    expect.stringMatching(/^no token can be checked: .* is not valid JSON/),
    `no token can be checked: ${url} names no jwks_uri`,
  ]);
  says = JSON.stringify({ jwks_uri: `${url}/keys` });
  // The token is checked, and refused.
  expect(await ask()).toMatchObject({ status: 401 });
  await closeServer(server, 0);
});
