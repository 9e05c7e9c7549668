import { describeService } from '../../functions/kit/site/openapi/document';
import { resources } from '../../functions/resources';
import { useService } from '../support/service';

const { ask, lineOf } = useService();

test('GET /openapi.json describes the service', async () => {
  const { status, headers, body } = await ask('GET /openapi.json');
  expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(describeService()))]);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'public, max-age=300' });
});

describe('Accept', () => {
  const browsers = ['text/html,*/*;q=0.8', 'text/html', 'TEXT/HTML;charset=utf-8', ' text/html;q=0.1'];
  test.each(browsers)('%s redirects GET / to /docs', async (accept) => {
    expect(await ask('GET /', { headers: { accept } })).toMatchObject({ status: 302, headers: { location: '/docs' } });
  });

  const others = ['*/*', 'application/json, text/html;q=0.5', 'text/htmlx', 'xtext/html', '', 'text/html; q=0'];
  test.each(others)('%s does not redirect GET /', async (accept) => {
    expect(await ask('GET /', { headers: { accept } })).toMatchObject({ status: 200 });
  });

  test.each(['text/html', 'image/png;q=1', 'nonsense'])('%s is ignored on resources', async (accept) => {
    for (const { path } of resources) {
      const response = await ask(`GET ${path}`, { headers: { accept } });
      expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    }
  });
});

test('a preflight on an unknown path is a 204 of $default, without a body, a code or the methods of a path', async () => {
  const headers = { origin: 'https://pages.example', 'access-control-request-method': 'PUT' };
  const preflight = await ask('OPTIONS /nothing', { headers });
  expect(preflight).toMatchObject({ status: 204, text: '', headers: { 'x-content-type-options': 'nosniff' } });
  expect(preflight.headers).not.toHaveProperty('allow');
  const line = await lineOf(preflight);
  expect(line).toMatchObject({ route: '$default', status: 204 });
  expect(line).not.toHaveProperty('code');
});
