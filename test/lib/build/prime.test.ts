import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { ApiEvent } from '../../../functions/kit/http/event';
import type { Route } from '../../../functions/kit/http/route';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { bundle } from '../../../lib/build/bundle';
import { useEndpoint } from '../../support/dynamodb/endpoint';
import { routeOf, testWithResource } from '../../support/every-resource';
import { temporaryFolder } from '../../support/folder';
import { nobody } from '../../support/service';
import { awakeMs, expectWithin, useAwakeTimers } from '../../support/time';
import { eventOf, invoke } from '../../support/unit/event';

type Handler = Parameters<typeof invoke>[0] & {
  warmUp: (event: ApiEvent) => Promise<{ readonly statusCode: number }>;
};
type Bundle = { readonly primed: () => Promise<void>; readonly handler: Handler };

const { listen, logged } = useEndpoint();
const bundles = join(process.env.ASSEMBLY ?? '', 'bundles');
const load = (name: string, folder = bundles): Bundle => createRequire(__filename)(join(folder, name, `${name}.cjs`));
const [[name = '', path] = []] = resources.map((resource) => [routeOf(resource, 'get')[0], resource.path]);
const get = (handler: Handler) => invoke(handler, eventOf(`GET ${path}/${nobody}`));

let requests: IncomingMessage[] = [];
/** Starts a DynamoDB that holds no items. */
const listenHealthy = () => {
  requests = [];
  const server = createHttpServer((request, response) => {
    requests.push(request);
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    if (request.method === 'GET') response.end('healthy');
    else response.writeHead(200, headers).end('{"ConsumedCapacity":{"CapacityUnits":1}}');
  });
  return listen(server);
};

useAwakeTimers();
afterEach(() => delete process.env.OWNERSHIP);

describe.each(['lean', 'sdk'] as const)('a primed bundle with the client %s', (client) => {
  const folder = client === 'lean' ? bundles : temporaryFolder();
  beforeAll(async () => {
    if (client === 'sdk') await bundle(folder, client);
  });

  const rows = Object.entries<Route>(routes).flatMap(([name, route]) =>
    ['', 'true'].map((ownership) => ({ name, route, ownership })),
  );
  test.each(rows)('of $name runs its handler without a call or a log line, OWNERSHIP=$ownership', async (row) => {
    const { actions, body = {} } = row.route;
    process.env.OWNERSHIP = row.ownership;
    await listenHealthy();
    const { primed, handler } = load(row.name, folder);
    const warmUp = jest.spyOn(handler, 'warmUp');
    await primed();
    const [response] = await Promise.all(warmUp.mock.results.map(({ value }) => value));
    // The fallback has no success.
    expect([200, 201, 204, 405]).toContain(response.statusCode);
    const sent = warmUp.mock.calls.flatMap(([event]) => Object.keys(JSON.parse(event.body ?? '{}')));
    // An optional id would cost a write to another item.
    expect(sent).toEqual(Object.keys(body).filter((key) => !(key.endsWith('Id') && body[key]?.isOptional)));
    const { host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    const connecting = [{ method: 'GET', url: '/', headers: { host, connection: 'keep-alive' } }];
    const asked = requests.map(({ method, url, headers }) => ({ method, url, headers }));
    expect(asked).toEqual(actions ? connecting : []);
    expect(logged()).toBe('');
  });

  testWithResource('has a connection for the first request, which is still the cold start', async () => {
    await listenHealthy();
    jest.resetModules();
    const { primed, handler } = load(name, folder);
    await primed();
    expect((await get(handler)).status).toBe(404);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(requests[1]?.socket).toBe(requests[0]?.socket);
    expect(JSON.parse(logged())).toMatchObject({ coldStart: 1, status: 404 });
  });
});

describe('priming', () => {
  testWithResource('ends when the connection and standard output are open', async () => {
    await listenHealthy();
    const startedMs = awakeMs();
    await load(name).primed();
    expectWithin(200, awakeMs() - startedMs);
    expect(process.stdout.write).toHaveBeenCalledWith('');
  });

  testWithResource.each<[string, string | (() => Server)]>([
    ['has no address', ''],
    ['is dead', 'http://127.0.0.1:1'],
    ['hangs', () => createServer(() => {})],
    ['replies without HTTP', () => createServer((socket) => socket.end('garbage'))],
  ])('does no harm and ends soon when DynamoDB %s', async (_, server) => {
    if (typeof server === 'string') process.env.AWS_ENDPOINT_URL_DYNAMODB = server;
    else await listen(server());
    const { primed, handler } = load(name);
    const startedMs = awakeMs();
    await primed();
    expectWithin(600, awakeMs() - startedMs);
    expect(logged()).toBe('');
    await listenHealthy();
    expect((await get(handler)).status).toBe(404);
  });

  testWithResource('does no harm when the handler fails', async () => {
    await listenHealthy();
    const { primed, handler } = load(name);
    jest.spyOn(handler, 'warmUp').mockRejectedValue(new Error('broken'));
    await primed();
    expect((await get(handler)).status).toBe(404);
  });
});
