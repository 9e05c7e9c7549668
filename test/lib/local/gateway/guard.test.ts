import { createServer } from 'node:http';
import { startGuards } from '../../../../lib/local/gateway/guard';
import { closeServer, listen } from '../../../../lib/local/listen';
import { audience, startKey } from '../../../support/tokens';

const logs: string[] = [];
const admit = startGuards((line) => logs.push(line));

test('where the keys of the issuer cannot be had, nobody is told to be unauthorized, and the reason is logged', async () => {
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
      `Bearer ${await key.sign({ sub: 'ada', n: [1, 2] })}`,
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

  // What could not be had once is asked for again.
  says = JSON.stringify({ jwks_uri: `${issuer}/keys` });
  expect(await ask()).toMatchObject({
    jwt: { claims: { sub: 'ada', n: '[1 2]', iss: issuer }, scopes: ['users:read'] },
  });
  await closeServer(server);
});
