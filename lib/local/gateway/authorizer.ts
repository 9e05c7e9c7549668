import type { APIGatewayEventRequestContextJWTAuthorizer as AuthorizerContext } from 'aws-lambda';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { JwtAuthorizer } from '../template/route';
import { type GatewayResponse, messageResponse, serverError } from './response';

// Algorithms of RSA only, because API Gateway supports no others.
const algorithms = ['RS256', 'RS384', 'RS512'];

/** Codes of jose for an issuer that does not respond or has no valid key set. Other codes of jose concern the token. */
const issuerErrorCodes = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];
const isTokenError = (error: unknown) => error instanceof errors.JOSEError && !issuerErrorCodes.includes(error.code);

const discoverKeys = async (issuer: string): Promise<JWTVerifyGetKey> => {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { jwks_uri: address } = (await response.json()) as { jwks_uri?: string };
  if (!address) throw new Error(`${issuer} names no jwks_uri`);
  return createRemoteJWKSet(new URL(address));
};

/** Returns the text of a claim, or the texts of its array. Any other value counts as none. */
const textsIn = (claim: unknown) => [claim].flat().filter((value) => typeof value === 'string');

const verify = async (token: string, { issuer, audience }: JwtAuthorizer, keys: JWTVerifyGetKey) => {
  const keyOf: JWTVerifyGetKey = (header, input) => {
    if (!header.kid) throw new errors.JWKSNoMatchingKey();
    return keys(header, input);
  };
  const { payload } = await jwtVerify(token, keyOf, { issuer, algorithms, requiredClaims: ['exp'] });
  const { aud = payload.client_id, iat = 0 } = payload;
  const isForUs = textsIn(aud).some((name) => audience.includes(name));
  if (!isForUs) throw new errors.JWTClaimValidationFailed('For another audience', payload, 'aud');
  if (iat * 1000 > Date.now()) throw new errors.JWTClaimValidationFailed('Not yet issued', payload, 'iat');
  return payload;
};

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`;
  return value instanceof Object ? JSON.stringify(value) : `${value}`;
};

/** Converts every claim to text, and leaves out null, as the gateway does. */
const claimsOf = (payload: JWTPayload) =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) => (value === null ? [] : [[name, textOf(value)]])),
  );

const unauthorized = (reason = '') =>
  messageResponse(401, 'Unauthorized', { 'www-authenticate': `Bearer ${reason}`.trim() });

/**
 * Starts the check of tokens, with a cache of the issuers' keys. The check returns the response that refuses a request,
 * or the authorizer's part of the event.
 */
export const startAuthorizer = (onLog: (line: string) => void) => {
  const keysByIssuer = new Map<string, Promise<JWTVerifyGetKey>>();

  const keysOf = (issuer: string): Promise<JWTVerifyGetKey> => {
    const keys = keysByIssuer.get(issuer) ?? discoverKeys(issuer);
    keysByIssuer.set(issuer, keys);
    keys.catch(() => keysByIssuer.delete(issuer));
    return keys;
  };

  return async (authorizer: JwtAuthorizer, header?: string): Promise<GatewayResponse | AuthorizerContext> => {
    if (!header) return unauthorized();
    let payload: JWTPayload;
    try {
      payload = await verify(header.replace(/^Bearer /i, ''), authorizer, await keysOf(authorizer.issuer));
    } catch (error) {
      if (isTokenError(error)) return unauthorized('error="invalid_token"');
      onLog(`no token can be checked: ${Object(error).message}`);
      return serverError;
    }
    const granted = textsIn(payload.scope ?? payload.scp).flatMap((text) => text.split(' '));
    if (authorizer.scopes.length > 0 && !authorizer.scopes.some((scope) => granted.includes(scope)))
      return messageResponse(403, 'Forbidden');
    const jwt = { claims: claimsOf(payload), scopes: [...authorizer.scopes] };
    return { principalId: '', integrationLatency: 0, jwt };
  };
};
