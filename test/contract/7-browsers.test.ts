import { descriptionOf } from '../../functions/site/openapi/document';
import { startService } from '../support/service';

const { ask, post, url } = startService();

describe('GET /', () => {
  test('lists the routes', async () => {
    const { status, headers, body } = await ask('GET /');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    expect(body).toEqual({
      routes: {
        '/api/v1/users': ['GET', 'HEAD', 'POST', 'OPTIONS'],
        '/api/v1/users/{id}': ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        '/posts': ['GET', 'HEAD', 'POST', 'OPTIONS'],
        '/posts/{id}': ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        '/': ['GET', 'HEAD', 'OPTIONS'],
        '/docs': ['GET', 'HEAD', 'OPTIONS'],
        '/openapi.json': ['GET', 'HEAD', 'OPTIONS'],
      },
    });
  });
});

describe('GET /openapi.json', () => {
  test('describes the service at the host that the client asked', async () => {
    const { status, headers, body } = await ask('GET /openapi.json');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json',
      'public, max-age=300',
    ]);
    expect(body).toEqual(JSON.parse(JSON.stringify(descriptionOf()(url()))));
    const again = await ask('GET /openapi.json', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('GET /docs', () => {
  test('answers a page, and 304 when the browser has the page', async () => {
    const asked = { 'accept-encoding': 'gzip, br' };
    const { status, headers } = await ask('GET /docs', { headers: asked });
    expect([status, headers['content-type'], headers['cache-control'], headers['content-encoding']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'public, max-age=300',
      'gzip',
    ]);
    expect(Number(headers['content-length'])).toBeLessThan(1_500_000);
    const again = await ask('GET /docs', { headers: { ...asked, 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('is the target of the redirect of GET / for a browser', async () => {
    const { status, headers } = await ask('GET /', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([status, headers.location]).toEqual([302, '/docs']);
  });
});

describe('Accept', () => {
  test.each(['text/html', 'application/xml', 'image/png;q=1', 'nonsense'])(
    'is ignored on resources: %s',
    async (accept) => {
      for (const path of ['/api/v1/users', '/posts']) {
        const response = await ask(`GET ${path}`, { headers: { accept } });
        expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
      }
    },
  );
});

const origin = 'https://pages.example';
const exposed = [
  ...['accept-patch', 'accept-post', 'allow', 'etag', 'idempotency-replayed', 'link', 'location'],
  ...['preference-applied', 'retry-after', 'x-total-count'],
];
const listed = (value: string | undefined) =>
  value
    ?.split(',')
    .map((name) => name.trim().toLowerCase())
    .sort();

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
    expect(listed(response.headers['access-control-allow-methods'])).toEqual([
      'delete',
      'get',
      'head',
      'patch',
      'post',
      'put',
    ]);
    expect(listed(response.headers['access-control-allow-headers'])).toEqual([
      ...['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'prefer'],
    ]);
  });

  test.each(['GET /posts', 'GET /nothing', 'POST /posts'])(
    'may read the response and its headers: %s',
    async (line) => {
      const { headers } = await ask(line, { headers: { origin } });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(listed(headers['access-control-expose-headers'])).toEqual(exposed);
    },
  );

  test('can write JSON with its content type', async () => {
    const response = await ask('POST /posts', { headers: { origin }, body: { title: 'Hi' } });
    expect(response.status).toBe(201);
  });
});

describe('a client without an Origin', () => {
  test('gets no CORS header', async () => {
    const { path } = await post();
    const { headers } = await ask(`GET ${path}`);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
