import { handler } from '../../../functions/site/fallback';
import { eventOf, invoke } from '../../support/event';
import { responseOf } from '../../support/responses';
import { mockTable } from '../../support/table';
import { cpuMs } from '../../support/time';

const table = mockTable();
afterEach(() => expect(table.sent()).toEqual([]));

const ask = (method: string, path: string, query = '') => invoke(handler, eventOf(`${method} /`, { path, query }));

const collection = 'GET, HEAD, POST, OPTIONS';
const member = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS';
const onMember = { allow: member, 'accept-patch': 'application/merge-patch+json, application/json' };
const paths: [path: string, headers: Record<string, string>][] = [
  ['/', { allow: 'GET, HEAD, OPTIONS' }],
  ['/posts', { allow: collection }],
  ['/posts/1', onMember],
  ['/api/v1/users', { allow: collection }],
];

describe('$default', () => {
  test.each(paths)('answers OPTIONS %s with the methods of the path', async (path, headers) => {
    expect(await ask('OPTIONS', path)).toEqual(responseOf(204, headers));
    expect(await ask('OPTIONS', `${path}/`.replace('//', '/'))).toEqual(responseOf(204, headers));
  });

  test.each([
    ['/posts/', '', '/posts'],
    ['//', '', '/'],
    ['/posts/', 'limit=5&after=%C3%A9', '/posts?limit=5&after=%C3%A9'],
    ['/posts/a b?c#d%/', '', '/posts/a%20b%3Fc%23d%25'],
    ['/posts/grüße\r\nx/', '', '/posts/gr%C3%BC%C3%9Fe%0D%0Ax'],
    ['/posts/\ud800/', '', '/posts/%EF%BF%BD'],
  ])('redirects %j to the path without the slash, and keeps the query', async (path, query, location) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await ask(method, path, query)).toEqual(responseOf(308, { location, 'cache-control': 'no-store' }));
    }
  });

  test('answers 404 to 100,000 slashes in less than a second of processor time', async () => {
    const startedMs = cpuMs();
    const { status } = await ask('GET', `/x${'/'.repeat(100_000)}x`);
    expect(status).toBe(404);
    expect(cpuMs() - startedMs).toBeLessThan(1000);
  });
});
