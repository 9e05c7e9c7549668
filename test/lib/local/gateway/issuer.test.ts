import { decodeJwt } from 'jose';
import { startIssuer } from '../../../../lib/local/gateway/issuer';
import { send } from '../../../support/local/wire';

const audience = 'users-and-posts';
const users = 'users-and-posts/users:read';

let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

test.each([
  ['a text as scope', 'scope=posts:read%20users:read', { aud: audience, scope: 'posts:read users:read' }],
  ['an array as scope', 'scope=posts:read&scope=users:read', { aud: audience, scope: ['posts:read', 'users:read'] }],
  ['Cognito', `client_id=${audience}&scope=${users}`, { client_id: audience, scope: users }],
  ['Entra ID', 'scp=posts:read', { aud: audience, scp: 'posts:read' }],
  ['another caller of another service', 'sub=ada&aud=another', { sub: 'ada', aud: 'another' }],
  ['no scope and an odd claim', '__proto__=x&exp=0&iss=another', { aud: audience, ['__proto__']: 'x' }],
])('the local issuer issues a token in the form of %s', async (_, query, claims) => {
  const { url } = issuer;
  const { body } = await send(url, `/token?${query}`);
  const { iat, exp, ...others } = decodeJwt(JSON.parse(body).access_token);
  expect(others).toEqual({ iss: url, sub: 'you', ...claims });
  expect(Number(exp) - Number(iat)).toBe(12 * 3600);
});

test('the local issuer outlives a malformed request', async () => {
  const { url } = issuer;
  for (const path of ['//', '//[', '/nowhere', '/__proto__']) expect((await send(url, path)).status).toBe(404);
  for (const query of ['%', '=', '&&', 'a=%ff%00']) expect((await send(url, `/token?${query}`)).status).toBe(200);
});

test('the local issuer answers 421 when the Host header names another machine', async () => {
  const hosts = ['evil.example', 'localhost:1', '127.0.0.1'];
  const replies = await Promise.all(hosts.map((host) => send(issuer.url, '/token', { headers: { host } })));
  expect(replies.map(({ status }) => status)).toEqual([421, 200, 200]);
});
