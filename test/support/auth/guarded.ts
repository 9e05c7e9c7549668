import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { closeServer, listen } from '../../../lib/local/listen';
import { type LocalService, serve } from '../../../lib/local/serve';
import { send } from '../http';
import { templateOf } from '../stack';
import { audience, startKey } from './tokens';

/** Starts an issuer of tokens, and a service that takes them, for the tests of a file or block. */
export const startGuardedService = (settings: Parameters<typeof templateOf>[0] = {}) => {
  let issuer: Server;
  let service: LocalService;
  const guarded = {
    issuer: '',
    url: () => service.url,
    key: {} as Awaited<ReturnType<typeof startKey>>,
    /** Lines that the functions logged. */
    lines: [] as Record<string, unknown>[],
    ask: (line: string, headers: Record<string, string> = {}, body?: unknown) =>
      send(service.url, line, { headers, body }),
  };
  beforeAll(async () => {
    guarded.key = await startKey(() => guarded.issuer);
    issuer = createServer(({ url }, response) => {
      const keys = { keys: [guarded.key.jwk] };
      response.end(JSON.stringify(url === '/keys' ? keys : { jwks_uri: `${guarded.issuer}/keys` }));
    });
    guarded.issuer = `http://127.0.0.1:${await listen(issuer, 0)}`;
    const { assembly } = templateOf({ issuer: guarded.issuer, audience: `another,${audience}`, ...settings });
    const onLog = (_: string, line: string) => line.startsWith('{') && guarded.lines.push(JSON.parse(line));
    service = await serve({ assembly, port: 0, tableSuffix: `-${randomUUID()}`, onLog });
  });
  afterAll(async () => {
    await service.close();
    await closeServer(issuer, 0);
  });
  return guarded;
};
