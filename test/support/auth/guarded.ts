import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import { closeServer, listen } from '../../../lib/local/listen';
import { type LocalService, serve } from '../../../lib/local/serve';
import { allScopes } from '../declared';
import { send } from '../http';
import { templateOf } from '../stack';

export const audience = 'the-service';

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export type Claims = Record<string, unknown>;

/** Starts an issuer of tokens, and a service that takes them, for the tests of a file or block. */
export const startGuardedService = (settings: Parameters<typeof templateOf>[0] = {}) => {
  const kid = randomUUID();
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let service: LocalService;
  const guarded = {
    issuer: '',
    url: () => service.url,
    /** Lines that the functions logged. */
    lines: [] as Record<string, unknown>[],
    ask: (line: string, headers: Record<string, string> = {}, body?: unknown) =>
      send(service.url, line, { headers, body }),
    /** Signs a token with the key of the issuer or with another one. */
    sign: (more: Claims = {}, header: Partial<JWTHeaderParameters> = {}, key: KeyObject = privateKey) => {
      const given = { iss: guarded.issuer, aud: audience, sub: 'ada', exp: Date.now() / 1000 + 600 };
      const claims = { ...given, scope: allScopes('read', 'write'), ...more };
      const token = new SignJWT(JSON.parse(JSON.stringify(claims)));
      return token.setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
    },
  };
  const issuer = createServer(({ url }, response) => {
    const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' }] };
    response.end(JSON.stringify(url === '/keys' ? keys : { jwks_uri: `${guarded.issuer}/keys` }));
  });
  beforeAll(async () => {
    guarded.issuer = `http://127.0.0.1:${await listen(issuer, 0)}`;
    const { assembly } = templateOf({ issuer: guarded.issuer, audience: `another,${audience}`, ...settings });
    const onLog = (_: string, line: string) => line.startsWith('{') && guarded.lines.push(JSON.parse(line));
    const variables = JSON.parse(process.env.STAND_INS ?? '{}');
    service = await serve({ assembly, port: 0, tableSuffix: `-${randomUUID()}`, variables, onLog });
  });
  afterAll(async () => {
    await service.close();
    await closeServer(issuer, 0);
  });
  return guarded;
};
