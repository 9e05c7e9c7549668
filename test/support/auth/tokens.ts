import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { exportJWK, type JWTHeaderParameters, SignJWT } from 'jose';

export const audience = 'the-service';

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export type Claims = Record<string, unknown>;

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

export const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Makes a key of an issuer, tokens signed with the key, and tokens that only look so. */
export const startKey = async (issuer: () => string) => {
  const kid = randomUUID();
  const { publicKey, privateKey } = rsa();
  const jwk: Record<string, unknown> = { ...(await exportJWK(publicKey)), kid, use: 'sig' };
  const nowS = () => Math.floor(Date.now() / 1000);
  const claims = (more: Claims = {}) => ({
    iss: issuer(),
    aud: audience,
    sub: 'ada',
    iat: nowS(),
    exp: nowS() + 600,
    scope: 'users:read users:write posts:read posts:write',
    ...more,
  });
  const sign = (more: Claims = {}, header: Partial<JWTHeaderParameters> = {}, key: KeyObject = privateKey) =>
    new SignJWT(JSON.parse(JSON.stringify(claims(more))))
      .setProtectedHeader({ alg: 'RS256', kid, ...header })
      .sign(key);
  const unsigned = (header: object, more?: Claims) => `${part({ kid, ...header })}.${part(claims(more))}.`;
  const hmac = (secret: string) => {
    const input = unsigned({ alg: 'HS256' }).slice(0, -1);
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  /** Signs any header and payload. */
  const raw = (header: object, payload: unknown) => {
    const input = `${part({ alg: 'RS256', kid, ...header })}.${part(payload)}`;
    return `${input}.${createSign('RSA-SHA256').update(input).sign(privateKey, 'base64url')}`;
  };
  return { jwk, publicKey, sign, raw, unsigned, hmac, part, claims, nowS };
};
