import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { exportJWK, type JWTHeaderParameters, SignJWT } from 'jose';

export const audience = 'the-service';

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export type Claims = Record<string, unknown>;

/** Makes a key of an issuer, and tokens that are signed with the key or with another one. */
export const startKey = async (issuer: () => string) => {
  const kid = randomUUID();
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk: Record<string, unknown> = { ...(await exportJWK(publicKey)), kid, use: 'sig' };
  const sign = (more: Claims = {}, header: Partial<JWTHeaderParameters> = {}, key: KeyObject = privateKey) => {
    const given = { iss: issuer(), aud: audience, sub: 'ada', exp: Date.now() / 1000 + 600 };
    const claims = { ...given, scope: 'users:read users:write posts:read posts:write', ...more };
    const token = new SignJWT(JSON.parse(JSON.stringify(claims)));
    return token.setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
  };
  return { jwk, sign };
};
