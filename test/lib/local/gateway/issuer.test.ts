import { decodeJwt } from 'jose';
import { startIssuer } from '../../../../lib/local/gateway/issuer';
import { send } from '../../../support/local/wire';

test('the local issuer issues the requested token, and outlives a malformed request', async () => {
  const { url, close } = await startIssuer();
  for (const path of ['//', '//[', '/nowhere', '/__proto__']) expect((await send(url, path)).status).toBe(404);
  const { body } = await send(url, '/token?scope=posts:read%20users:read');
  expect(decodeJwt(JSON.parse(body).access_token)).toMatchObject({ iss: url, scope: 'posts:read users:read' });
  await close();
});

test('the local issuer answers 421 when the Host header names another machine', async () => {
  const { url, close } = await startIssuer(['api.example']);
  const hosts = ['evil.example', 'localhost:1', 'api.example'];
  const replies = await Promise.all(hosts.map((host) => send(url, '/token', { headers: { host } })));
  await close();
  expect(replies.map(({ status }) => status)).toEqual([421, 200, 200]);
});
