import { resources } from '../../../functions/resources';
import { handler } from '../../../functions/site/list';
import { eventOf, invoke } from '../../support/event';
import { responseOf } from '../../support/responses';
import { mockTable } from '../../support/table';

const table = mockTable();
afterEach(() => expect(table.sent()).toEqual([]));

const get = (headers = {}) => invoke(handler, eventOf('GET /', { headers }));

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
  test('lists the routes', async () => {
    expect(await get()).toEqual(
      responseOf(200, headers, {
        routes: {
          ...Object.fromEntries(
            resources.flatMap(({ path }) => [
              [path, collection],
              [`${path}/{id}`, member],
            ]),
          ),
          '/': ['GET', 'HEAD', 'OPTIONS'],
          '/docs': ['GET', 'HEAD', 'OPTIONS'],
          '/openapi.json': ['GET', 'HEAD', 'OPTIONS'],
        },
      }),
    );
  });

  test.each([browser, 'text/html', 'TEXT/HTML;charset=utf-8', ' text/html;q=0.1'])(
    'redirects a browser to the reference: Accept: %s',
    async (accept) => {
      expect(await get({ accept })).toEqual(
        responseOf(302, { location: '/docs', vary: 'accept', 'cache-control': 'no-cache' }),
      );
    },
  );

  const others = ['*/*', 'application/json, text/html;q=0.5', 'text/htmlx', 'xtext/html', ''];
  test.each([...others, 'text/html; q=0', 'text/html;q=0.00'])(
    'answers JSON to other clients: Accept: %s',
    async (accept) => {
      expect((await get({ accept })).status).toBe(200);
    },
  );
});
