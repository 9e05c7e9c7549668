import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { ApiEvent } from '../../../functions/kit/http/event';
import { folderOf, type Route } from '../../../functions/kit/http/route';
import { prime } from '../../../functions/kit/lambda/prime';
import { resourceOf } from '../../../functions/kit/resources';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { bundleOptions } from '../../../lib/build/bundle';
import { isSpecial } from '../../../lib/build/entries';
import { readImports } from '../../../lib/build/imports';
import { routeOf, testWithResource } from '../../support/declared';
import { useEndpoint } from '../../support/dynamodb/endpoint';
import { temporaryFolder } from '../../support/folder';
import { nobody } from '../../support/service';
import { awakeMs, expectWithin, useAwakeTimers } from '../../support/time';
import { eventOf, invoke } from '../../support/unit/event';

type Handler = Parameters<typeof invoke>[0];
type Bundle = {
  readonly primed: () => Promise<void>;
  readonly handler: Handler;
  /** Handler that runs during the start. */
  readonly warm?: { warmUp: (event: ApiEvent) => Promise<{ readonly statusCode: number }> };
};

let importsOf: Awaited<ReturnType<typeof readImports>>;
beforeAll(async () => {
  importsOf = await readImports([]);
});
/** Returns what the models of a route import beside the kit. */
const imported = (route: Route) => importsOf(`functions/${folderOf(resourceOf(route)?.path ?? '')}/routes.ts`)[0];

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
/** Returns the requests to DynamoDB that a start may send: it opens the connection, and asks for nothing. */
const connecting = () => [`GET / ${new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '').host}`];
const asked = () => requests.map(({ method, url, headers }) => `${method} ${url} ${Object.values(headers).join(' ')}`);

useAwakeTimers();
afterEach(() => [delete process.env.OWNERSHIP, delete process.env.OWNER_CLAIM]);

describe.each(['lean', 'sdk'] as const)('a primed bundle with the client %s', (client) => {
  const folder = client === 'lean' ? bundles : temporaryFolder();
  // The official client starts alike in all resources, and takes longer to build than all other bundles.
  const isMeant = (route: Route) => client === 'lean' || resourceOf(route) === resources[0];
  const primed = Object.entries<Route>(routes).filter(([, route]) => isMeant(route));
  beforeAll(async () => {
    if (client === 'lean') return;
    const { entryPoints, ...options } = bundleOptions(folder, client);
    await build({ ...options, entryPoints: entryPoints.filter((point) => primed.some(([one]) => one === point.in)) });
  });

  const rows = primed.flatMap(([name, route]) => ['', 'sub', 'tid'].map((owner) => ({ name, route, owner })));
  test.each(rows)('of $name warms up without a call or a log line, with owners by "$owner"', async (row) => {
    const { actions, body = {} } = row.route;
    Object.assign(process.env, row.owner && { OWNERSHIP: 'true' }, row.owner === 'tid' && { OWNER_CLAIM: 'tid' });
    await listenHealthy();
    const { primed, warm } = load(row.name, folder);
    const warmUp = warm && jest.spyOn(warm, 'warmUp');
    await primed();
    expect(asked()).toEqual(actions ? [`${connecting()} keep-alive`] : []);
    expect(logged()).toBe('');
    if (!warmUp) return expect(isSpecial(row.route) || imported(row.route)).toBeTruthy();
    const [response] = await Promise.all(warmUp.mock.results.map(({ value }) => value));
    // The fallback has no success.
    expect([200, 201, 204, 405]).toContain(response.statusCode);
    const sent = warmUp.mock.calls.flatMap(([event]) => Object.keys(JSON.parse(event.body ?? '{}')));
    // An optional id would cost a write to another item. A PATCH refuses what only handlers set.
    const isUnsent = (key: string) => body[key]?.isServerSet || (body[key]?.parent && body[key]?.isOptional);
    expect(sent).toEqual(Object.keys(body).filter((key) => !isUnsent(key)));
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
    const { primed, handler, warm } = load(name);
    if (warm) jest.spyOn(warm, 'warmUp').mockRejectedValue(new Error('broken'));
    await primed();
    expect((await get(handler)).status).toBe(404);
  });

  test('lets no model call fetch, and leaves fetch to all others', async () => {
    await listenHealthy();
    const { AWS_ENDPOINT_URL_DYNAMODB: url = '' } = process.env;
    const { fetch } = globalThis;
    const warmUp = () => expect(globalThis.fetch(url)).rejects.toThrow('fetch refuses in a warm-up');
    const primed = prime({ routeKey: 'GET /things' }, { warmUp: jest.fn(warmUp) }, []);
    expect((await globalThis.fetch(url)).status).toBe(200);
    await primed;
    expect.assertions(3);
    expect(globalThis.fetch).toBe(fetch);
  });
});
