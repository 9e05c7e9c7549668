import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { closeServer, listen } from '../../../lib/local/listen';
import { type LocalService, serve } from '../../../lib/local/serve';
import { send } from '../http';
import { templateOf } from '../stack';
import { audience, startKey } from './tokens';

type SendOptions = { readonly protectReads?: boolean; readonly body?: unknown };

/** Starts an issuer of tokens. Its two services, one of which leaves reads of posts open, start with the first request. */
export const startGuardedServices = (settings: { readonly scopePrefix?: string } = {}) => {
  let server: Server;
  const services = new Map<boolean, Promise<LocalService>>();

  const open = (protectReads: boolean) => {
    const tokens = { issuer: guarded.issuer, audience: `another,${audience}`, protectReads };
    const { assembly } = templateOf({ ...tokens, ...settings });
    const onLog = (_: string, line: string) => line.startsWith('{') && guarded.lines.push(JSON.parse(line));
    return serve({ assembly, port: 0, tableSuffix: `-${randomUUID()}`, onLog });
  };
  const serviceOf = (protectReads: boolean) => {
    const service = services.get(protectReads) ?? open(protectReads);
    services.set(protectReads, service);
    return service;
  };

  const guarded = {
    issuer: '',
    key: {} as Awaited<ReturnType<typeof startKey>>,
    /** Lines that the functions logged. */
    lines: [] as Record<string, unknown>[],
    ask: async (
      line: string,
      headers: Record<string, string | string[]> = {},
      { protectReads = false, body }: SendOptions = {},
    ) => send((await serviceOf(protectReads)).url, line, { headers, body }),
  };

  beforeAll(async () => {
    guarded.key = await startKey(() => guarded.issuer);
    server = createServer((request, response) => {
      const configuration = { issuer: guarded.issuer, jwks_uri: `${guarded.issuer}/keys` };
      response.end(JSON.stringify(request.url === '/keys' ? { keys: [guarded.key.jwk] } : configuration));
    });
    guarded.issuer = `http://127.0.0.1:${await listen(server, 0)}`;
  });
  afterAll(async () => {
    for (const service of services.values()) await (await service).close();
    await closeServer(server, 0);
  });
  return guarded;
};
