import { handler } from '../../../functions/site/list';
import { eventOf, invoke } from '../../support/event';
import { invalid, responseOf } from '../../support/responses';
import { mockTable } from '../../support/table';

const table = mockTable();
afterEach(() => expect(table.sent()).toEqual([]));

const get = (headers = {}, query = '') => invoke(handler, eventOf('GET /', { headers, query }));

const collection = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const member = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const links =
  '</openapi.json>; rel="service-desc"; type="application/json", </docs>; rel="service-doc"; type="text/html"';
const headers = {
  etag: expect.stringMatching(/^"[\w-]{22}"$/),
  'cache-control': 'no-cache',
  link: links,
  vary: 'accept',
};
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('GET /', () => {
  test.each(['GET', 'HEAD'])('lists the routes: %s', async (method) => {
    expect(await invoke(handler, eventOf(`${method} /`))).toEqual(
      responseOf(200, headers, {
        routes: {
          '/api/v1/users': collection,
          '/api/v1/users/{id}': member,
          '/posts': collection,
          '/posts/{id}': member,
          '/': ['GET', 'HEAD', 'OPTIONS'],
          '/docs': ['GET', 'HEAD', 'OPTIONS'],
          '/openapi.json': ['GET', 'HEAD', 'OPTIONS'],
        },
      }),
    );
  });

  test('answers 304 while the list is the same', async () => {
    const { headers: got } = await get();
    const etag = String(got?.etag);
    expect(await get({ 'if-none-match': etag })).toEqual(responseOf(304, { ...headers, etag }));
  });

  test.each([browser, 'text/html', 'TEXT/HTML;charset=utf-8', ' text/html;q=0.1'])(
    'redirects a browser to the reference: Accept: %s',
    async (accept) => {
      expect(await get({ accept })).toEqual(
        responseOf(302, { location: '/docs', vary: 'accept', 'cache-control': 'no-cache' }),
      );
    },
  );

  test.each([
    '*/*',
    'application/json, text/html;q=0.5',
    'text/htmlx',
    'xtext/html',
    'text/html; q=0',
    'text/html;q=0.00',
    '',
  ])('answers JSON to other clients: Accept: %s', async (accept) => {
    expect((await get({ accept })).status).toBe(200);
  });

  test('answers 400 to a parameter', async () => {
    const detail = 'is not a parameter; this route takes none';
    expect(await get({}, 'page=1')).toEqual(invalid('query', { parameter: 'page', detail }));
  });
});
