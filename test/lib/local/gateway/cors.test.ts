import { type LocalService, serve } from '../../../../lib/local/serve';
import { writeAssembly } from '../../../support/local/assembly';
import { send } from '../../../support/local/wire';

const own = `exports.handler = async () => ({ statusCode: 200, body: 'x', headers: {
  'access-control-allow-origin': 'https://own.example', vary: 'Accept' } });`;
const methods = ['GET', 'POST'];
const preflight = { 'access-control-request-method': 'POST' };

const open: LocalService[] = [];
afterAll(() => Promise.all(open.map((local) => local.close())));

async function start(cors?: object): Promise<string> {
  const assembly = writeAssembly({ functions: { own: { code: own } }, routes: { $default: 'own' }, cors });
  const local = await serve({ assembly, port: 0 });
  open.push(local);
  return local.url;
}

function corsHeaders(headers: object) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => /^(access-control-.*|vary)$/.test(name)));
}

test('with CORS the gateway answers a preflight itself', async () => {
  const url = await start({ AllowOrigins: ['*'], AllowMethods: methods, AllowHeaders: ['etag', 'prefer'], MaxAge: 60 });
  const reply = await send(url, '/x', { method: 'OPTIONS', headers: { origin: 'https://a.example', ...preflight } });
  expect(reply).toMatchObject({ status: 204, body: '' });
  expect(corsHeaders(reply.headers)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers': 'etag,prefer',
    'access-control-max-age': '60',
  });
});

test('with CORS the gateway adds its headers to a response and drops those of the function', async () => {
  const url = await start({ AllowOrigins: ['*'], ExposeHeaders: ['etag', 'link'] });
  const { headers } = await send(url, '/', { headers: { origin: 'https://a.example' } });
  expect(corsHeaders(headers)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag,link',
    vary: 'Accept',
  });
  expect(corsHeaders((await send(url, '/')).headers)).toEqual({ vary: 'Accept' });
});

test('with a list of origins the gateway answers only those, each by its name', async () => {
  const url = await start({ AllowOrigins: ['https://a.example'], AllowMethods: methods });
  const known = { origin: 'https://a.example', ...preflight };
  expect(corsHeaders((await send(url, '/', { headers: known })).headers)).toEqual({
    'access-control-allow-origin': 'https://a.example',
    vary: 'Accept, Origin',
  });
  const stranger = await send(url, '/', { method: 'OPTIONS', headers: { ...known, origin: 'https://b.example' } });
  expect(stranger.status).toBe(204);
  expect(corsHeaders(stranger.headers)).toEqual({ vary: 'Origin' });
});

test('an OPTIONS request that is not a preflight reaches the function', async () => {
  const url = await start({ AllowOrigins: ['*'] });
  expect(await send(url, '/', { method: 'OPTIONS' })).toMatchObject({ status: 200, body: 'x' });
});

test('without CORS a preflight reaches the function and the gateway adds no header', async () => {
  const url = await start();
  const reply = await send(url, '/', { method: 'OPTIONS', headers: { origin: 'https://a.example', ...preflight } });
  expect(reply).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': 'https://own.example' } });
});

test('without $default an unknown route gets a 404', async () => {
  const local = await serve({ assembly: writeAssembly({ functions: {}, routes: {} }), port: 0 });
  open.push(local);
  expect(await send(local.url, '/')).toMatchObject({ status: 404, body: '{"message":"Not Found"}' });
});
