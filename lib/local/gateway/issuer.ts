import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { parse } from 'node:querystring';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { closeServer, listen } from '../listen';
import { messageResponse, refuseHost, sendResponse } from './response';

const ALGORITHM = 'RS256';

/**
 * Starts an issuer of tokens for an audience. Every caller gets a token with the claims that the caller names, because
 * the tokens are only for trying the API on this machine. A token has the claims of `defaults` unless the caller names others.
 */
export const startIssuer = async (audience: string, defaults: JWTPayload = {}) => {
  const kid = randomUUID();
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const key = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  let url = '';

  /** Signs claims. A `client_id` takes the place of the audience, as in the tokens of Cognito. */
  const tokenFor = (claims: JWTPayload) =>
    new SignJWT({ sub: 'you', ...defaults, ...(!('client_id' in claims) && { aud: audience }), ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(url)
      .setIssuedAt()
      .setExpirationTime('12h')
      .sign(privateKey);

  const endpoints: Record<string, (claims: JWTPayload) => unknown> = {
    '/.well-known/openid-configuration': () => ({ issuer: url, jwks_uri: `${url}/keys` }),
    '/keys': () => ({ keys: [key] }),
    '/token': async (claims) => ({ access_token: await tokenFor(claims), token_type: 'Bearer' }),
  };
  const server = createServer(async (request, response) => {
    // Splits the target by hand, because `new URL` throws on a target such as `//`, which would end the whole runner.
    const [path = '', query = ''] = (request.url ?? '').split('?');
    // Each parameter of the query is a claim. A repeated parameter is an array.
    const found = await endpoints[path]?.(parse(query));
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    const made = found ? { status: 200, headers, body: JSON.stringify(found) } : messageResponse(404, 'Not Found');
    sendResponse(response, refuseHost(request.headers.host ?? '') ?? made, randomUUID());
  });
  url = `http://127.0.0.1:${await listen(server, 0)}`;
  return { url, tokenFor, close: () => closeServer(server) };
};
