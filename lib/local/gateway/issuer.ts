import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { closeServer, listen } from '../listen';
import { refuseHost } from './host';

const audience = 'users-and-posts';
const algorithm = 'RS256';

/** Issues tokens to whoever asks: `npm start -- --auth` has no other use for it than to try what they open. */
export async function startIssuer(hostNames: readonly string[] = []) {
  const kid = randomUUID();
  const { publicKey, privateKey } = await generateKeyPair(algorithm);
  const key = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
  let url = '';

  const tokenFor = (scope: string) =>
    new SignJWT({ scope })
      .setProtectedHeader({ alg: algorithm, kid })
      .setIssuer(url)
      .setAudience(audience)
      .setSubject('you')
      .setIssuedAt()
      .setExpirationTime('12h')
      .sign(privateKey);

  const answers: Record<string, (query: URLSearchParams) => unknown> = {
    '/.well-known/openid-configuration': () => ({ issuer: url, jwks_uri: `${url}/keys` }),
    '/keys': () => ({ keys: [key] }),
    '/token': async (query) => ({ access_token: await tokenFor(query.get('scope') ?? ''), token_type: 'Bearer' }),
  };
  const server = createServer(async (request, response) => {
    const refused = refuseHost(request.headers.host ?? '', hostNames);
    if (refused) {
      response.writeHead(refused.status, refused.headers).end(refused.body);
      return;
    }
    // Not as a URL: what comes over the wire need not be one, and `//` ended the whole runner.
    const [path = '', query] = (request.url ?? '').split('?');
    const answer = answers[path];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(answer ? await answer(new URLSearchParams(query)) : { error: 'not_found' }));
  });
  url = `http://127.0.0.1:${await listen(server, 0)}`;
  return { url, audience, tokenFor, close: () => closeServer(server) };
}
