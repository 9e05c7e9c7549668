import { descriptionOf } from '../../functions/site/openapi/document';
import { startService } from '../support/service';

const { ask, url } = startService();

const members = ['/api/v1/users', '/posts'];

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
  test('describes the service where the client asked', async () => {
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
  test('answers a page, and to a browser that knows it a 304', async () => {
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

  test('is where GET / sends a browser', async () => {
    const { status, headers } = await ask('GET /', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([status, headers.location]).toEqual([302, '/docs']);
  });
});

describe('Accept', () => {
  test.each(['text/html', 'application/xml', 'image/png;q=1', 'nonsense'])(
    'is ignored on resources: %s',
    async (accept) => {
      for (const path of members) {
        const answer = await ask(`GET ${path}`, { headers: { accept } });
        expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
      }
    },
  );
});
