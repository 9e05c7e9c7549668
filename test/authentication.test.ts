import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { methodOf, pathOf, type Row, routeKeysOf, scopeOf } from '../functions/http/row';
import * as routes from '../functions/routes';
import { listen } from '../lib/local/listen';
import { type Local, serve } from '../lib/local/serve';
import { synthesize } from '../lib/synthesize';
import { send } from './http';
import { nobody } from './service';
import { audience, rsa, startKey } from './tokens';

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
  services[`${protectReads}`] = await serve({ assembly, port: 0, onLog });
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

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const refused = (status: 401 | 403) => ({
  status,
  body: { message: { 401: 'Unauthorized', 403: 'Forbidden' }[status] },
});

const rows = Object.entries<Row>(routes);
const lines = rows.flatMap(([, row]) =>
  routeKeysOf(row).map((routeKey) => {
    const [method = '', path] = routeKey.split(' ');
    const line = path ? `${method} ${path.replace('{id}', nobody)}` : 'GET /nowhere';
    return { line, row, isHead: method === 'HEAD' };
  }),
);

describe.each([false, true])('with authentication, protectReads %p:', (protectReads) => {
  describe.each(lines)('$line', ({ line, row, isHead }) => {
    const scope = scopeOf(row, { protectReads });
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
      expect(reached).not.toContain(id);
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

const bad: [name: string, headers: () => Promise<Record<string, string | string[]>>][] = [
  ['alg none', async () => bearer(key.unsigned({ alg: 'none' }))],
  ['alg NONE', async () => bearer(key.unsigned({ alg: 'NONE' }))],
  ['no alg', async () => bearer(key.unsigned({}))],
  [
    'HS256 with the public key in PEM',
    async () => bearer(key.hmac(String(key.publicKey.export({ type: 'spki', format: 'pem' })))),
  ],
  ['HS256 with the public key as JWK', async () => bearer(key.hmac(JSON.stringify(key.jwk)))],
  ['HS256 with nothing', async () => bearer(key.hmac(''))],
  ['PS256', async () => bearer(await key.sign({}, { alg: 'PS256' }))],
  [
    'ES256',
    async () =>
      bearer(await key.sign({}, { alg: 'ES256' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)),
  ],
  ['the key of somebody else', async () => bearer(await key.sign({}, {}, rsa().privateKey))],
  ['an unknown kid', async () => bearer(await key.sign({}, { kid: 'another' }))],
  ['no kid', async () => bearer(await key.sign({}, { kid: undefined }))],
  [
    'a key of its own',
    async () => {
      const own = await startKey(() => issuer);
      return bearer(await own.sign({}, { jwk: own.jwk as never }));
    },
  ],
  [
    'the address of a key of its own',
    async () => {
      const own = await startKey(() => issuer);
      return bearer(await own.sign({}, { jku: 'https://attacker.example/keys' }));
    },
  ],
  [
    'an extension that must be understood',
    async () =>
      bearer(
        `${key.part({ alg: 'RS256', kid: key.jwk.kid, crit: ['x'], x: 1 })}.${(await key.sign()).split('.').slice(1).join('.')}`,
      ),
  ],
  ['another issuer', async () => bearer(await key.sign({ iss: 'https://attacker.example' }))],
  ['an issuer with a slash more', async () => bearer(await key.sign({ iss: `${issuer}/` }))],
  ['no issuer', async () => bearer(await key.sign({ iss: undefined }))],
  ['another audience', async () => bearer(await key.sign({ aud: 'somebody-else' }))],
  ['other audiences', async () => bearer(await key.sign({ aud: ['a', 'b'] }))],
  ['an audience that begins as ours', async () => bearer(await key.sign({ aud: `${audience}-not` }))],
  ['no audience', async () => bearer(await key.sign({ aud: undefined }))],
  ['an empty audience beside our client_id', async () => bearer(await key.sign({ aud: '', client_id: audience }))],
  ['another client_id', async () => bearer(await key.sign({ aud: undefined, client_id: 'somebody-else' }))],
  ['a time that is over', async () => bearer(await key.sign({ exp: key.nowS() - 1 }))],
  ['no end', async () => bearer(await key.sign({ exp: undefined }))],
  [
    'an end that is text',
    async () =>
      bearer(`${key.part({ alg: 'RS256', kid: key.jwk.kid })}.${key.part(key.claims({ exp: '9999999999' }))}.c2ln`),
  ],
  ['a time that is to come', async () => bearer(await key.sign({ nbf: key.nowS() + 60 }))],
  ['an issue that is to come', async () => bearer(await key.sign({ iat: key.nowS() + 60 }))],
  [
    'another payload under a true signature',
    async () => {
      const [header, , signature] = (await key.sign({ scope: '' })).split('.');
      return bearer(`${header}.${key.part(key.claims())}.${signature}`);
    },
  ],
  ['no signature', async () => bearer((await key.sign()).replace(/[^.]*$/, ''))],
  ['half a signature', async () => bearer((await key.sign()).slice(0, -20))],
  ['a signature and more', async () => bearer(`${await key.sign()}AAAA`)],
  [
    'a payload that is no JSON',
    async () => bearer(`${key.part({ alg: 'RS256', kid: key.jwk.kid })}.${key.part('{')}.c2ln`),
  ],
  ['a header that is no JSON', async () => bearer(`${key.part('{')}.${key.part({})}.c2ln`)],
  ['garbage', async () => bearer('garbage')],
  ['three parts of garbage', async () => bearer('a.b.c')],
  ['five parts', async () => bearer('a.b.c.d.e')],
  ['nothing behind Bearer', async () => ({ authorization: 'Bearer ' })],
  ['another scheme', async () => ({ authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` })],
  ['two headers', async () => ({ authorization: [`Bearer ${await key.sign()}`, `Bearer ${await key.sign()}`] })],
  ['a header of another name', async () => ({ 'x-authorization': `Bearer ${await key.sign()}` })],
  ['a cookie', async () => ({ cookie: `authorization=Bearer ${await key.sign()}` })],
];

describe('a token is refused that has', () => {
  test.each(bad)('%s', async (_, headers) => {
    for (const line of ['GET /api/v1/users', `DELETE /posts/${nobody}`]) {
      const answer = await ask(line, await headers());
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
    const last = await ask('GET /api/v1/users', bearer(await key.sign()));
    const refusals = await Promise.all(bad.map(async ([, headers]) => ask('GET /api/v1/users', await headers())));
    const isLogged = async () => reached.has(last.headers['apigw-requestid']);
    for (let turn = 0; turn < 1000 && !(await isLogged()); turn++) await new Promise(setImmediate);
    expect(await isLogged()).toBe(true);
    expect(refusals.filter(({ headers }) => reached.has(headers['apigw-requestid']))).toEqual([]);
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

  test('every method and path of the mission is guarded, but what the contract opens', () => {
    const guarded = rows
      .filter(([, row]) => scopeOf(row, { protectReads: true }))
      .map(([, row]) => [methodOf(row), pathOf(row)]);
    expect(guarded).toHaveLength(12);
  });
});
