import { STATUS_CODES } from 'node:http';
import { type Route, routeKeysOf } from '../../functions/http/route';
import { pluralIn } from '../../functions/model/relation';
import * as routes from '../../functions/routes';
import { startGuardedServices } from '../support/auth/guarded';
import { bearer } from '../support/auth/tokens';
import { otherResources, routeOf } from '../support/every-resource';
import { until } from '../support/local/wire';
import { nobody } from '../support/service';

const guarded = startGuardedServices();
const { ask } = guarded;
const isLogged = (id: unknown) => guarded.lines.some(({ requestId }) => requestId === id);

/** Routes by the scope that they need. */
const scopes: Record<string, readonly string[]> = {
  'users:read': ['GET /api/v1/users', 'GET /api/v1/users/{id}'],
  'users:write': ['POST /api/v1/users', ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/v1/users/{id}`)],
  'posts:write': ['POST /posts', ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /posts/{id}`)],
};
const protectedReads: Record<string, readonly string[]> = { 'posts:read': ['GET /posts', 'GET /posts/{id}'] };
for (const resource of otherResources) {
  const { path } = resource;
  const isPublic = routeOf(resource, 'get')[1].access === 'public';
  (isPublic ? protectedReads : scopes)[`${pluralIn(path)}:read`] = [`GET ${path}`, `GET ${path}/{id}`];
  const changes = ['PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${path}/{id}`);
  scopes[`${pluralIn(path)}:write`] = [`POST ${path}`, ...changes];
}

const refused = (status: 401 | 403) => ({ status, body: { message: STATUS_CODES[status] } });

/** Ids of the requests that the authorizer refused. */
const refusedIds = new Set<unknown>();
const lines = Object.values<Route>(routes).flatMap((route) =>
  routeKeysOf(route).map((routeKey) => {
    const [method = '', path] = routeKey.split(' ');
    const line = path ? `${method} ${path.replace('{id}', nobody)}` : 'GET /nowhere';
    return { line, route, isHead: method === 'HEAD' };
  }),
);

describe.each([false, true])('with authentication, protectReads %p:', (protectReads) => {
  // The setting changes only these reads.
  const asked = lines.filter(
    ({ route }) => !protectReads || Object.values(protectedReads).flat().includes(route.routeKey),
  );
  describe.each(asked)('$line', ({ line, route, isHead }) => {
    const all = Object.entries({ ...scopes, ...(protectReads && protectedReads) });
    const [scope] = all.find(([, routeKeys]) => routeKeys.includes(route.routeKey)) ?? [];
    const body = route.body && {};
    const passes = async (headers: Record<string, string>) => {
      const { status } = await ask(line, headers, { protectReads, body });
      // The function answers one of these statuses. The authorizer answers 401 or 403.
      expect([200, 302, 400, 404]).toContain(status);
    };
    const isRefused = async (headers: Record<string, string>, status: 401 | 403) => {
      const response = await ask(line, headers, { protectReads, body });
      expect(response).toMatchObject(isHead ? { status } : refused(status));
      refusedIds.add(response.headers['apigw-requestid']);
    };

    if (scope === undefined) {
      test('is open', async () => {
        await passes({});
        await passes(bearer('nonsense'));
      });
      return;
    }

    test('refuses to answer without a token', () => isRefused({}, 401));
    test('refuses the scopes of other routes', async () => {
      const others = ['users:read', 'users:write', 'posts:read', 'posts:write'].filter((one) => one !== scope);
      await isRefused(bearer(await guarded.key.sign({ scope: others.join(' ') })), 403);
    });
    test(`takes ${scope}`, async () => passes(bearer(await guarded.key.sign({ scope }))));
  });
});

describe('with authentication', () => {
  test('no refused request reaches a function', async () => {
    // A function's log lines arrive a moment after its responses, in their order.
    for (const protectReads of [false, true]) {
      const { headers } = await ask('GET /api/v1/users', bearer(await guarded.key.sign()), { protectReads });
      await until(() => isLogged(headers['apigw-requestid']));
    }
    expect(refusedIds.size).toBeGreaterThan(20);
    expect([...refusedIds].filter(isLogged)).toEqual([]);
  });

  test('each caller has idempotency keys of their own', async () => {
    const create = async (sub: string) => {
      const headers = { ...bearer(await guarded.key.sign({ sub })), 'idempotency-key': 'one' };
      const { status, body } = await ask('POST /posts', headers, { body: { title: 'Hello' } });
      expect(status).toBe(201);
      return body.id;
    };
    const [ada, grace] = [await create('ada'), await create('grace')];
    expect(ada).not.toBe(grace);
    expect([await create('ada'), await create('grace')]).toEqual([ada, grace]);
  });

  test('a browser gets an answer to its preflight, and can read a 401', async () => {
    const origin = 'https://pages.example';
    const preflight = await ask('OPTIONS /posts', { origin, 'access-control-request-method': 'POST' });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    const response = await ask('POST /posts', { origin }, { body: {} });
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([401, '*']);
  });

  test('reads may be cached by the caller only', async () => {
    for (const path of ['/posts', '/api/v1/users']) {
      const { headers } = await ask(`GET ${path}`, bearer(await guarded.key.sign()));
      expect(headers['cache-control']).toBe('private, no-cache');
    }
  });
});
