import { resources } from '../../functions/resources';
import { describeService } from '../../functions/site/openapi/document';
import { collections, useService } from '../support/service';

const { ask, post } = useService();

test('GET / lists the routes', async () => {
  const collection = ['GET', 'HEAD', 'POST', 'OPTIONS'];
  const member = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const content = ['GET', 'HEAD', 'OPTIONS'];
  const { status, headers, body } = await ask('GET /');
  expect(status).toBe(200);
  const links = [['openapi.json', 'desc', 'application/json'] as const, ['docs', 'doc', 'text/html'] as const];
  const link = links.map(([path, rel, type]) => `</${path}>; rel="service-${rel}"; type="${type}"`).join(', ');
  const cached = { 'cache-control': 'no-cache', vary: 'accept', link };
  expect(headers).toMatchObject({ 'content-type': 'application/json', ...cached });
  const site = { '/': content, '/docs': content, '/openapi.json': content };
  const paths = resources.flatMap(({ path }) => [
    [path, collection],
    [`${path}/{id}`, member],
  ]);
  expect(body).toEqual({ routes: { ...Object.fromEntries(paths), ...site } });
});

test('GET /openapi.json describes the service at the host that the client asked', async () => {
  const { status, headers, body } = await ask('GET /openapi.json');
  expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(describeService()))]);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'public, max-age=300' });
  const again = await ask('GET /openapi.json', { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.text]).toEqual([304, '']);
});

describe('GET /docs', () => {
  test('answers a page, and 304 when the browser has the page', async () => {
    const asked = { 'accept-encoding': 'gzip, br' };
    const { status, headers } = await ask('GET /docs', { headers: asked });
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    const kept = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=300' };
    expect(headers).toMatchObject(kept);
    expect(Number(headers['content-length'])).toBeLessThan(1_500_000);
    const again = await ask('GET /docs', { headers: { ...asked, 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  const browsers = ['text/html,*/*;q=0.8', 'text/html', 'TEXT/HTML;charset=utf-8', ' text/html;q=0.1'];
  const others = ['*/*', 'application/json, text/html;q=0.5', 'text/htmlx', 'xtext/html', '', 'text/html; q=0'];
  test.each([...browsers, ...others])(
    'is the target of the redirect of GET / for a browser only: Accept: %s',
    async (accept) => {
      const { status, headers } = await ask('GET /', { headers: { accept } });
      expect([status, headers.location]).toEqual(browsers.includes(accept) ? [302, '/docs'] : [200, undefined]);
    },
  );
});

const types = ['text/html', 'application/xml', 'image/png;q=1', 'nonsense'];
test.each(types)('Accept is ignored on resources: %s', async (accept) => {
  for (const path of collections) {
    const response = await ask(`GET ${path}`, { headers: { accept } });
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  }
});

const origin = 'https://pages.example';
const exposed = [
  ...['accept-patch', 'accept-post', 'allow', 'etag', 'idempotency-replayed', 'link', 'location'],
  ...['preference-applied', 'retry-after', 'x-total-count'],
];
const listed = (value = '') => value.toLowerCase().split(/, */).sort();

describe('a page of another origin', () => {
  test('may ask before it writes', async () => {
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,if-match,prefer',
    };
    const response = await ask('OPTIONS /posts/1', { headers });
    expect(response.status).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    const methods = ['delete', 'get', 'head', 'patch', 'post', 'put'];
    expect(listed(response.headers['access-control-allow-methods'])).toEqual(methods);
    const names = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'prefer'];
    expect(listed(response.headers['access-control-allow-headers'])).toEqual(names);
  });

  const lines = ['GET /posts', 'GET /nothing', 'POST /posts'];
  test.each(lines)('may read the response and its headers: %s', async (line) => {
    const { headers } = await ask(line, { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(listed(headers['access-control-expose-headers'])).toEqual(exposed);
  });

  test('can write JSON with its content type', async () => {
    const response = await ask('POST /posts', { headers: { origin }, body: { title: 'Hi' } });
    expect(response.status).toBe(201);
  });
});

test('a client without an Origin gets no CORS header', async () => {
  const { path } = await post();
  const { headers } = await ask(`GET ${path}`);
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});
