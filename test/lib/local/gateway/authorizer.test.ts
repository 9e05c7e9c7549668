import { createServer } from 'node:http';
import { startAuthorizer } from '../../../../lib/local/gateway/authorizer';
import { closeServer, listen } from '../../../../lib/local/listen';
import { audience, startKey } from '../../../support/auth/tokens';

const logs: string[] = [];
const admit = startAuthorizer((line) => logs.push(line));

test('the authorizer answers 500 and logs why when it cannot get the keys of the issuer', async () => {
  let says: string | undefined;
  const key = await startKey(() => issuer);
  const server = createServer((request, response) => {
    if (says === undefined) response.destroy();
    else response.end(request.url === '/keys' ? JSON.stringify({ keys: [key.jwk] }) : says);
  });
  const issuer = `http://127.0.0.1:${await listen(server, 0)}`;
  const ask = async () =>
    admit(
      { issuer, audience: [audience], scopes: ['users:read'] },
      `Bearer ${await key.sign({ sub: 'ada', n: [1, 2], o: { toString: 1 } })}`,
    );

  for (const nothing of [undefined, 'no JSON', '{}']) {
    says = nothing;
    expect(await ask()).toMatchObject({ status: 500 });
  }
  expect(logs).toEqual([
    expect.stringMatching(/^no token can be checked: .*fetch failed$/),
    expect.stringMatching(/^no token can be checked: .* is not valid JSON/),
    `no token can be checked: ${issuer} names no jwks_uri`,
  ]);

  // Requests for the description and the keys of the issuer are sent again after they failed.
  says = JSON.stringify({ jwks_uri: `${issuer}/keys` });
  expect(await ask()).toMatchObject({
    jwt: { claims: { sub: 'ada', n: '[1 2]', o: '{"toString":1}', iss: issuer }, scopes: ['users:read'] },
  });
  await closeServer(server);
});
