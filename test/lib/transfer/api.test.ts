import { createServer } from 'node:http';
import { listen } from '../../../lib/local/listen';
import { createApiClient, retryAfterMs } from '../../../lib/transfer/api';
import { skipPauses, useFixedTime } from '../../support/time';

useFixedTime();
afterEach(() => jest.restoreAllMocks());

/** Starts a server that refuses the first request, and counts the requests. */
const startRefusing = async (status: number, headers: Record<string, string>, body: string) => {
  let count = 0;
  const server = createServer((_, response) => {
    count++;
    if (count === 1) response.writeHead(status, headers).end(body);
    else response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  return { url: `http://127.0.0.1:${await listen(server, 0)}`, count: () => count, close: () => server.close() };
};

describe('the API client', () => {
  test.each([
    [429, '{"message":"Too Many Requests"}'],
    [500, '{"message":"Internal Server Error"}'],
    [503, '<html>Service Unavailable</html>'],
  ])('sends a request again after the Retry-After of a %i', async (status, body) => {
    const pause = skipPauses();
    const refusing = await startRefusing(status, { 'retry-after': '1' }, body);
    const { status: last, body: posts } = await createApiClient(refusing.url)('GET', '/posts');
    refusing.close();
    expect({ last, posts }).toEqual({ last: 200, posts: [] });
    // Without Retry-After, the pause before the second request is at most 200 ms.
    expect(pause.mock.calls).toEqual([[0], [1000]]);
    expect(refusing.count()).toBe(2);
  });

  test('says that a host does not answer, and tries again', async () => {
    skipPauses();
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const cause = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
    const reason = 'GET /posts fails in all 10 tries (ECONNREFUSED); run the command again later.';
    await expect(createApiClient('https://a.example')('GET', '/posts')).rejects.toThrow(reason);
    const line = 'https://a.example does not answer (ECONNREFUSED); trying again\n';
    expect(written.mock.calls).toEqual([[line]]);
  });

  test('returns a 500 of the service itself', async () => {
    const body = { code: 'internal', status: 500 };
    const refusing = await startRefusing(500, {}, JSON.stringify(body));
    expect(await createApiClient(refusing.url)('GET', '/posts')).toMatchObject({ status: 500, body });
    refusing.close();
  });

  test.each([
    ['0', 0],
    ['1', 1000],
    ['60', 60_000],
    ['61', 60_000],
    ['86400', 60_000],
    ['-1', 0],
    ['soon', 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
  ])('reads Retry-After: %s as %i ms', (seconds, ms) => {
    expect(retryAfterMs(new Headers({ 'retry-after': seconds }))).toBe(ms);
  });

  test('reads 0 ms without Retry-After', () => {
    expect([retryAfterMs(new Headers()), retryAfterMs()]).toEqual([0, 0]);
  });
});
