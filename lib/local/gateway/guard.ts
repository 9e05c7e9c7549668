import type { APIGatewayEventRequestContextJWTAuthorizer as Authorizer } from 'aws-lambda';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { messageOf } from '../failure';
import { type Answer, message } from './answer';

/** What a route asks of a token: who issued it, for whom, and one of some scopes. */
export type Guard = { issuer: string; audience: string[]; scopes: string[] };

// API Gateway knows RSA only.
const algorithms = ['RS256', 'RS384', 'RS512'];

/** Looks at tokens as a JWT authorizer does: the answer that refuses, or what the function learns of the caller. */
export function startGuards(onLog: (line: string) => void) {
  const keysByIssuer = new Map<string, Promise<JWTVerifyGetKey>>();

  function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
    const known = keysByIssuer.get(issuer) ?? discover(issuer);
    keysByIssuer.set(issuer, known);
    known.catch(() => keysByIssuer.delete(issuer));
    return known;
  }

  return async (guard: Guard, authorization: string | undefined): Promise<Answer | Authorizer> => {
    if (!authorization) return unauthorized();
    let payload: JWTPayload;
    try {
      payload = await verify(authorization.replace(/^Bearer /i, ''), guard, await keysOf(guard.issuer));
    } catch (error) {
      if (isTokensFault(error)) return unauthorized('error="invalid_token"');
      onLog(`no token can be checked: ${messageOf(error)}`);
      return message(500, 'Internal Server Error');
    }
    const granted = scopesOf(payload);
    if (guard.scopes.length > 0 && !guard.scopes.some((scope) => granted.includes(scope)))
      return message(403, 'Forbidden');
    return { principalId: '', integrationLatency: 0, jwt: { claims: claimsOf(payload), scopes: guard.scopes } };
  };
}

/** Where an issuer says that its keys are (OpenID Connect Discovery). */
async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { jwks_uri: address } = (await response.json()) as { jwks_uri?: string };
  if (!address) throw new Error(`${issuer} names no jwks_uri`);
  return createRemoteJWKSet(new URL(address));
}

async function verify(token: string, { issuer, audience }: Guard, keys: JWTVerifyGetKey): Promise<JWTPayload> {
  const keyOf: JWTVerifyGetKey = (header, input) => {
    if (!header.kid) throw new errors.JWKSNoMatchingKey();
    return keys(header, input);
  };
  const { payload } = await jwtVerify(token, keyOf, { issuer, algorithms, requiredClaims: ['exp'] });
  const { aud = payload.client_id, iat = 0 } = payload;
  const isForUs = [aud].flat().some((one) => audience.includes(String(one)));
  if (!isForUs) throw new errors.JWTClaimValidationFailed('For another audience', payload, 'aud');
  if (iat * 1000 > Date.now()) throw new errors.JWTClaimValidationFailed('Not yet issued', payload, 'iat');
  return payload;
}

/** The issuer cannot be asked, or says what is no set of keys; all else that jose complains of is the token. */
const issuersFaults = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];
const isTokensFault = (error: unknown) => error instanceof errors.JOSEError && !issuersFaults.includes(error.code);

const scopesOf = ({ scope, scp }: JWTPayload) => [scope ?? scp ?? []].flat().flatMap((text) => String(text).split(' '));

/** The gateway hands every claim over as text. */
const claimsOf = (payload: JWTPayload) =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, Array.isArray(value) ? `[${value.join(' ')}]` : `${value}`]),
  );

function unauthorized(why = ''): Answer {
  const refused = message(401, 'Unauthorized');
  return { ...refused, headers: { ...refused.headers, 'www-authenticate': `Bearer ${why}`.trim() } };
}
