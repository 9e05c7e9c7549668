import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Row, routeKeysOf } from '../../functions/http/row';
import * as routes from '../../functions/routes';
import { listen } from '../../lib/local/listen';
import { type Local, serve } from '../../lib/local/serve';
import { synthesize } from '../../lib/stack/synthesize';
import { badTokens, bearer } from '../support/bad-tokens';
import { send } from '../support/http';
import { nobody } from '../support/service';
import { audience, startKey } from '../support/tokens';

type Key = Awaited<ReturnType<typeof startKey>>;

let issuer = '';
let key: Key;
let server: Server;
const services: Record<string, Local> = {};
const reached = new Set<unknown>();

/** The stack with authentication; with it on, reading posts takes a token, too. */
const open = async (protectReads: boolean) => {
  const bundles = join(process.env.ASSEMBLY ?? '', 'bundles');
  const settings = { issuer, audience: `another,${audience}`, protectReads };
  const assembly = synthesize(mkdtempSync(join(tmpdir(), 'authentication-')), bundles, settings);
  const onLog = (_: string, line: string) => line.startsWith('{') && reached.add(JSON.parse(line).requestId);
  services[`${protectReads}`] = await serve({ assembly, port: 0, tableSuffix: `-${randomUUID()}`, onLog });
};

beforeAll(async () => {
  key = await startKey(() => issuer);
  server = createServer((request, response) => {
    const isKeys = request.url === '/keys';
    response.end(JSON.stringify(isKeys ? { keys: [key.jwk] } : { issuer, jwks_uri: `${issuer}/keys` }));
  });
  issuer = `http://127.0.0.1:${await listen(server, 0)}`;
  await open(false);
  await open(true);
});
afterAll(async () => {
  for (const service of Object.values(services)) await service.close();
  server.closeAllConnections();
  server.close();
});

const ask = (
  line: string,
  headers: Record<string, string | string[]> = {},
  { protectReads = false, body = undefined as unknown } = {},
) => send(services[`${protectReads}`]?.url ?? '', line, { headers, body });

const refused = (status: 401 | 403) => ({
  status,
  body: { message: { 401: 'Unauthorized', 403: 'Forbidden' }[status] },
});

const rows = Object.entries<Row>(routes);

/** The contract's §7, route by route. */
const scopes: Record<string, string> = {
  'GET /api/v1/users': 'users:read',
  'POST /api/v1/users': 'users:write',
  'GET /api/v1/users/{id}': 'users:read',
  'PUT /api/v1/users/{id}': 'users:write',
  'PATCH /api/v1/users/{id}': 'users:write',
  'DELETE /api/v1/users/{id}': 'users:write',
  'POST /posts': 'posts:write',
  'PUT /posts/{id}': 'posts:write',
  'PATCH /posts/{id}': 'posts:write',
  'DELETE /posts/{id}': 'posts:write',
};
const protectedReads: Record<string, string> = { 'GET /posts': 'posts:read', 'GET /posts/{id}': 'posts:read' };

/** Requests that the authorizer refused. */
const refusedIds = new Set<unknown>();
const lines = rows.flatMap(([, row]) =>
  routeKeysOf(row).map((routeKey) => {
    const [method = '', path] = routeKey.split(' ');
    const line = path ? `${method} ${path.replace('{id}', nobody)}` : 'GET /nowhere';
    return { line, row, isHead: method === 'HEAD' };
  }),
);

describe.each([false, true])('with authentication, protectReads %p:', (protectReads) => {
  // With it, all but those reads is as without.
  const asked = lines.filter(({ row }) => !protectReads || row.routeKey in protectedReads);
  describe.each(asked)('$line', ({ line, row, isHead }) => {
    const scope = { ...scopes, ...(protectReads && protectedReads) }[row.routeKey];
    const body = row.takes && {};
    const given = async (headers: Record<string, string>) => {
      const answer = await ask(line, headers, { protectReads, body });
      return { status: answer.status, ...(isHead ? {} : { body: answer.body }), id: answer.headers['apigw-requestid'] };
    };
    const passes = async (headers: Record<string, string>) => {
      const { status } = await given(headers);
      // Past the authorizer: the request itself is one that the function answers.
      expect([200, 302, 400, 404]).toContain(status);
    };
    const isRefused = async (headers: Record<string, string>, status: 401 | 403) => {
      const { id, ...answer } = await given(headers);
      expect(answer).toMatchObject(isHead ? { status } : refused(status));
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
    const [resource = '', access = ''] = scope.split(':');
    const others = ['users:read', 'users:write', 'posts:read', 'posts:write'].filter((one) => one !== scope);

    test('refuses to answer without a token', () => isRefused({}, 401));
    test('refuses all other scopes together, and none', async () => {
      await isRefused(bearer(await key.sign({ scope: others.join(' ') })), 403);
      await isRefused(bearer(await key.sign({ scope: '' })), 403);
      await isRefused(bearer(await key.sign({ scope: undefined })), 403);
    });
    test(`refuses ${resource}:${access === 'read' ? 'write' : 'read'}`, async () => {
      await isRefused(bearer(await key.sign({ scope: `${resource}:${access === 'read' ? 'write' : 'read'}` })), 403);
    });
    test(`takes ${scope}`, async () => passes(bearer(await key.sign({ scope }))));
  });
});

describe('a token is refused that has', () => {
  test.each(badTokens)('%s', async (_, headers) => {
    for (const line of ['GET /api/v1/users', `DELETE /posts/${nobody}`]) {
      const answer = await ask(line, await headers({ key, issuer }));
      expect(answer).toMatchObject(refused(401));
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  test('its place in the query', async () => {
    expect(await ask(`GET /api/v1/users?access_token=${await key.sign()}`)).toMatchObject(refused(401));
  });
});

describe('a token is taken that has', () => {
  test.each([
    ['several audiences, ours among them', { aud: ['somebody-else', audience] }],
    ['our client_id and no audience', { aud: undefined, client_id: audience }],
    ['its scopes in scp', { scope: undefined, scp: ['posts:read', 'users:read'] }],
  ])('%s', async (_, claims) => {
    expect(await ask('GET /api/v1/users', bearer(await key.sign(claims)))).toMatchObject({ status: 200 });
  });

  test('no scheme before it, as API Gateway allows', async () => {
    expect(await ask('GET /api/v1/users', { authorization: await key.sign() })).toMatchObject({ status: 200 });
  });
});

describe('with authentication', () => {
  test('no refused request has reached a function', async () => {
    for (const [, headers] of badTokens)
      refusedIds.add((await ask('GET /api/v1/users', await headers({ key, issuer }))).headers['apigw-requestid']);
    // Lines come a moment after their answers, and in their order.
    for (const protectReads of [false, true]) {
      const last = await ask('GET /api/v1/users', bearer(await key.sign()), { protectReads });
      const id = last.headers['apigw-requestid'];
      for (const untilMs = Date.now() + 2000; !reached.has(id) && Date.now() < untilMs; )
        await new Promise(setImmediate);
      expect(reached).toContain(id);
    }
    expect(refusedIds.size).toBeGreaterThan(100);
    expect([...refusedIds].filter((id) => reached.has(id))).toEqual([]);
  });

  test('each caller has idempotency keys of their own', async () => {
    const create = async (sub: string) => {
      const headers = { ...bearer(await key.sign({ sub })), 'idempotency-key': 'one' };
      const { status, body } = await ask('POST /posts', headers, { body: { title: 'Hello' } });
      expect(status).toBe(201);
      return body.id;
    };
    const [ada, grace] = [await create('ada'), await create('grace')];
    expect(ada).not.toBe(grace);
    expect([await create('ada'), await create('grace')]).toEqual([ada, grace]);
  });

  test('a browser may ask before it writes, and reads why it is refused', async () => {
    const origin = 'https://pages.example';
    const preflight = await ask('OPTIONS /posts', { origin, 'access-control-request-method': 'POST' });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    const answer = await ask('POST /posts', { origin }, { body: {} });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, '*']);
  });

  test('what is read may be kept by the caller alone', async () => {
    for (const path of ['/posts', '/api/v1/users']) {
      const { headers } = await ask(`GET ${path}`, bearer(await key.sign()));
      expect(headers['cache-control']).toBe('private, no-cache');
    }
  });

  test.each([
    [false, []],
    [true, [{ token: ['posts:read'] }]],
  ])('the description says so, protectReads %p', async (protectReads, posts) => {
    const { body } = await ask('GET /openapi.json', {}, { protectReads });
    expect(body.components.securitySchemes.token.description).toContain(issuer);
    expect(body.paths['/api/v1/users'].get.security).toEqual([{ token: ['users:read'] }]);
    expect(body.paths['/posts'].get.security).toEqual(posts);
  });
});
