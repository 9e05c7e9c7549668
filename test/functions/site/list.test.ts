import { handler } from '../../../functions/site/list';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import { mockTable } from '../../support/table';

const table = mockTable();
afterEach(() => expect(table.sent()).toEqual([]));

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
      answerOf(200, headers, {
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

  test('answers 304 while it is the same', async () => {
    const { headers: got } = await invoke(handler, eventOf('GET /'));
    const etag = String(got?.etag);
    expect(await invoke(handler, eventOf('GET /', { headers: { 'if-none-match': etag } }))).toEqual(
      answerOf(304, { ...headers, etag }),
    );
  });

  test.each([browser, 'text/html', 'TEXT/HTML;charset=utf-8', ' text/html;q=0.1'])(
    'sends a browser to the reference: %s',
    async (accept) => {
      expect(await invoke(handler, eventOf('GET /', { headers: { accept } }))).toEqual(
        answerOf(302, { location: '/docs', vary: 'accept', 'cache-control': 'no-cache' }),
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
  ])('is JSON for others: %s', async (accept) => {
    expect((await invoke(handler, eventOf('GET /', { headers: { accept } }))).status).toBe(200);
  });

  test('takes no parameters', async () => {
    expect(await invoke(handler, eventOf('GET /', { query: 'page=1' }))).toEqual(
      problemOf(400, 'invalid-query', '1 parameter is invalid.', {
        errors: [{ parameter: 'page', detail: 'is not a parameter; this route takes none' }],
      }),
    );
  });
});
