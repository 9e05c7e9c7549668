import { createApiClient, retryAfterMs } from '../../../lib/transfer/api';
import { skipPauses, useFixedTime } from '../../support/time';

useFixedTime();
afterEach(() => jest.restoreAllMocks());

const getPosts = () => createApiClient('https://a.example')('GET', '/posts');

describe('the API client', () => {
  test.each([
    [429, '{"message":"Too Many Requests"}'],
    [500, '{"message":"Internal Server Error"}'],
    [503, '<html>Service Unavailable</html>'],
  ])('sends a request again after the Retry-After of a %i', async (status, body) => {
    const pause = skipPauses();
    const refused = new Response(body, { status, headers: { 'retry-after': '1' } });
    const sent = jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(refused)
      .mockResolvedValueOnce(new Response('[]'));
    expect(await getPosts()).toMatchObject({ status: 200, body: [] });
    // Without Retry-After, the pause before the second request is at most 200 ms.
    expect(pause.mock.calls).toEqual([[0], [1000]]);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  test('says that a host does not answer, and tries again', async () => {
    skipPauses();
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const cause = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
    const reason = 'GET /posts fails in all 10 tries (ECONNREFUSED); run the command again later.';
    await expect(getPosts()).rejects.toThrow(reason);
    const line = 'https://a.example does not answer (ECONNREFUSED); trying again\n';
    expect(written.mock.calls).toEqual([[line]]);
  });

  test('returns a 500 of the service itself', async () => {
    const body = { code: 'internal', status: 500 };
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status: 500 }));
    expect(await getPosts()).toMatchObject({ status: 500, body });
  });

  test.each([
    ['60', 60_000],
    ['61', 60_000],
    ['-1', 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
  ])('reads Retry-After: %s as %i ms', (seconds, ms) => {
    expect(retryAfterMs(new Headers({ 'retry-after': seconds }))).toBe(ms);
  });
});
