import { STATUS_CODES } from 'node:http';
import { type Route, routeKeysOf } from '../../functions/http/route';
import * as routes from '../../functions/routes';
import { badTokens } from '../support/auth/bad-tokens';
import { startGuardedServices } from '../support/auth/guarded';
import { protectedReads, scopes } from '../support/auth/scopes';
import { audience, bearer } from '../support/auth/tokens';
import { until } from '../support/local/wire';
import { nobody } from '../support/service';

const guarded = startGuardedServices();
const { ask } = guarded;
const isLogged = (id: unknown) => guarded.lines.some(({ requestId }) => requestId === id);

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
    const respond = async (headers: Record<string, string>) => {
      const { status, headers: got, body: answered } = await ask(line, headers, { protectReads, body });
      return { status, ...(isHead ? {} : { body: answered }), id: got['apigw-requestid'] };
    };
    const passes = async (headers: Record<string, string>) => {
      const { status } = await respond(headers);
      // The function answers one of these statuses. The authorizer answers 401 or 403.
      expect([200, 302, 400, 404]).toContain(status);
    };
    const isRefused = async (headers: Record<string, string>, status: 401 | 403) => {
      const { id, ...response } = await respond(headers);
      expect(response).toMatchObject(isHead ? { status } : refused(status));
      expect(id).toEqual(expect.any(String));
      refusedIds.add(id);
    };

    if (scope === undefined) {
      test('is open', async () => {
        await passes({});
        await passes(bearer('nonsense'));
      });
      return;
    }
    const others = ['users:read', 'users:write', 'posts:read', 'posts:write'].filter((one) => one !== scope);

    test('refuses to answer without a token', () => isRefused({}, 401));
    test.each([others.join(' '), ...others, '', undefined])('refuses the scope %p', async (given) =>
      isRefused(bearer(await guarded.key.sign({ scope: given })), 403),
    );
    test(`takes ${scope}`, async () => passes(bearer(await guarded.key.sign({ scope }))));
  });
});

describe('a token is refused that has', () => {
  test.each(badTokens)('%s', async (_, headers) => {
    for (const line of ['GET /api/v1/users', `DELETE /posts/${nobody}`]) {
      const response = await ask(line, await headers(guarded));
      expect(response).toMatchObject(refused(401));
      expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  test('its place in the query', async () => {
    expect(await ask(`GET /api/v1/users?access_token=${await guarded.key.sign()}`)).toMatchObject(refused(401));
  });
});

describe('a token is taken that has', () => {
  test.each([
    ['several audiences, ours among them', { aud: ['somebody-else', audience] }],
    ['our client_id and no audience', { aud: undefined, client_id: audience }],
    ['its scopes in scp', { scope: undefined, scp: ['posts:read', 'users:read'] }],
    ['no scheme before it, as API Gateway allows', {}, ''],
  ])('%s', async (_, claims, scheme = 'Bearer ') => {
    const authorization = `${scheme}${await guarded.key.sign(claims)}`;
    expect(await ask('GET /api/v1/users', { authorization })).toMatchObject({ status: 200 });
  });
});

describe('with authentication', () => {
  test('no refused request reaches a function', async () => {
    for (const [, headers] of badTokens)
      refusedIds.add((await ask('GET /api/v1/users', await headers(guarded))).headers['apigw-requestid']);
    // A function's log lines arrive a moment after its responses, in their order.
    for (const protectReads of [false, true]) {
      const { headers } = await ask('GET /api/v1/users', bearer(await guarded.key.sign()), { protectReads });
      await until(() => isLogged(headers['apigw-requestid']));
    }
    expect(refusedIds.size).toBeGreaterThan(100);
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

  test.each([
    [false, []],
    [true, [{ token: ['posts:read'] }]],
  ])('the description names the issuer and the scopes, protectReads %p', async (protectReads, posts) => {
    const { body } = await ask('GET /openapi.json', {}, { protectReads });
    expect(body.components.securitySchemes.token.description).toContain(guarded.issuer);
    expect(body.paths['/api/v1/users'].get.security).toEqual([{ token: ['users:read'] }]);
    expect(body.paths['/posts'].get.security).toEqual(posts);
  });
});
