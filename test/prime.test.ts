import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '../functions/http/event';
import type { Row } from '../functions/http/row';
import * as routes from '../functions/routes';
import { bundle } from '../lib/bundle';
import { eventOf, invoke } from './event';
import { nobody } from './service';

type Bundle = { readonly primed: () => Promise<void>; readonly handler: Parameters<typeof invoke>[0] };

const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-'));
const require = createRequire(__filename);
const rows = Object.entries<Row>(routes);
const load = (name: string): Bundle => {
  jest.resetModules();
  return require(join(folder, name, `${name}.cjs`));
};

const servers: Server[] = [];
const sockets = new Set<Socket>();
const listen = async (server: Server) => {
  servers.push(server.on('connection', (socket) => sockets.add(socket)));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const requests: IncomingMessage[] = [];
/** A DynamoDB that is there, and has no such item. */
const healthy = () =>
  createServer((request, response) => {
    requests.push(request);
    response.end(request.method === 'GET' ? 'healthy' : '{"ConsumedCapacity":{"CapacityUnits":1}}');
  });

beforeAll(() => bundle(folder));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  requests.length = 0;
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  Object.assign(process.env, { AWS_REGION: 'eu-central-1', TABLE_NAME: 'table' });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Everything that was written, in one. */
const said = () => jest.mocked(process.stdout.write).mock.calls.join('');

describe('priming', () => {
  test.each(rows)('%s asks DynamoDB for nothing, writes nothing and says nothing', async (name, { table }) => {
    await listen(healthy());
    await load(name).primed();
    const asked = requests.map(({ method, url, headers }) => ({ method, url, headers }));
    const { host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    expect(asked).toEqual(table ? [{ method: 'GET', url: '/', headers: { host, connection: 'keep-alive' } }] : []);
    expect(said()).toBe('');
  });

  test.each(rows.filter(([, { table }]) => table))('%s goes through to an answer', async (_, row) => {
    await listen(healthy());
    const { prime } = await import('../functions/table/prime');
    const { handler } = await import(`../${row.source}`);
    let status: unknown;
    const rehearse = async (event: Event) => {
      ({ statusCode: status } = await handler.rehearse(event));
    };
    await prime(row, { rehearse });
    expect([200, 201, 204]).toContain(status);
  });

  test('leaves a connection to the first request, which is still the first', async () => {
    await listen(healthy());
    const { primed, handler } = load('getPost');
    await primed();
    expect((await invoke(handler, eventOf(`GET /posts/${nobody}`))).status).toBe(404);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(requests[1]?.socket).toBe(requests[0]?.socket);
    expect(JSON.parse(said())).toMatchObject({ coldStarts: 1, status: 404 });
  });

  test.each<[string, () => Server | undefined]>([
    ['is dead', () => undefined],
    ['hangs', () => createSocketServer(() => {})],
    ['says what is no HTTP', () => createSocketServer((socket) => socket.end('garbage'))],
    ['breaks off', () => createSocketServer((socket) => socket.destroy())],
  ])('does no harm and takes no time where DynamoDB %s', async (_, serverOf) => {
    const server = serverOf();
    if (server) await listen(server);
    else process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:1';
    const { primed, handler } = load('getPost');
    const startedMs = performance.now();
    await primed();
    expect(performance.now() - startedMs).toBeLessThan(600);
    expect(said()).toBe('');
    await listen(healthy());
    expect((await invoke(handler, eventOf(`GET /posts/${nobody}`))).status).toBe(404);
  });

  test('does no harm where no endpoint is set, or the handler fails', async () => {
    delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
    const { prime } = await import('../functions/table/prime');
    await prime(routes.getPost, { rehearse: () => Promise.reject(new Error('broken')) });
    await listen(healthy());
    const { handler } = await import('../functions/posts/get');
    expect((await invoke(handler, eventOf(`GET /posts/${nobody}`))).status).toBe(404);
  });
});
