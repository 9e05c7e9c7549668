import { decodeJwt } from 'jose';
import { startIssuer } from '../../../../lib/local/gateway/issuer';
import { send } from '../../../support/local/wire';

let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

test.each([
  ['scope=a&scope=b', { aud: 'users-and-posts', scope: ['a', 'b'] }],
  ['client_id=me&exp=0&iss=another', { client_id: 'me' }],
  ['a=%ff%00&&__proto__=x', { aud: 'users-and-posts', a: '\uFFFD\0', ['__proto__']: 'x' }],
])('the local issuer makes claims of the query %s', async (query, claims) => {
  const { body } = await send(issuer.url, `/token?${query}`);
  const { iat, exp, ...others } = decodeJwt(JSON.parse(body).access_token);
  expect(others).toEqual({ iss: issuer.url, sub: 'you', ...claims });
  expect(Number(exp) - Number(iat)).toBe(12 * 3600);
});

test.each([
  ['//', {}, 404],
  ['/token', { host: 'evil.example' }, 421],
  ['/token', { host: 'localhost:1' }, 200],
])('the local issuer answers %s with the headers %j by %i', async (path, headers, status) => {
  expect((await send(issuer.url, path, { headers })).status).toBe(status);
});
