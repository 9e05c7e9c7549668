import { createServer } from 'node:http';
import { startAuthorizer } from '../../../../lib/local/gateway/authorizer';
import { closeServer, listen } from '../../../../lib/local/listen';
import { audience, startKey } from '../../../support/auth/tokens';

test('the authorizer answers 500 and logs why when it cannot get the keys of the issuer, and then tries again', async () => {
  let says: string | undefined;
  const key = await startKey(() => issuer);
  const server = createServer((request, response) => {
    if (says === undefined) response.destroy();
    else response.end(request.url === '/keys' ? JSON.stringify({ keys: [key.jwk] }) : says);
  });
  const issuer = `http://127.0.0.1:${await listen(server, 0)}`;
  const logs: string[] = [];
  const authorize = startAuthorizer((line) => logs.push(line));
  const token = await key.sign();
  const ask = () => authorize({ issuer, audience: [audience], scopes: ['users:read'] }, `Bearer ${token}`);

  for (const description of [undefined, 'no JSON', '{}']) {
    says = description;
    expect(await ask()).toMatchObject({ status: 500 });
  }
  expect(logs).toEqual([
    expect.stringMatching(/^no token can be checked: .*fetch failed$/),
    expect.stringMatching(/^no token can be checked: .* is not valid JSON/),
    `no token can be checked: ${issuer} names no jwks_uri`,
  ]);

  says = JSON.stringify({ jwks_uri: `${issuer}/keys` });
  expect(await ask()).toMatchObject({ jwt: { claims: { sub: 'ada' }, scopes: ['users:read'] } });
  await closeServer(server);
});
