import { createRetryStrategy } from '../../../functions/dynamodb/retry-strategy';
import { invocation } from '../../../functions/lambda/invocation';

const retryStrategy = createRetryStrategy();

beforeEach(() => jest.useFakeTimers().spyOn(Math, 'random').mockReturnValue(0.5));
afterEach(() => jest.useRealTimers().restoreAllMocks());

const within = <T>(leftMs: number, run: () => T) =>
  invocation.run({ requestId: 'one', deadlineMs: Date.now() + leftMs, readUnits: 0, writeUnits: 0 }, run);

const retry = async (
  leftMs: number,
  info: Partial<Parameters<typeof retryStrategy.refreshRetryTokenForRetry>[1]> = {},
) => {
  const token = await retryStrategy.acquireInitialRetryToken('');
  return within(leftMs, async () => {
    const refreshed = retryStrategy.refreshRetryTokenForRetry(token, { errorType: 'THROTTLING', ...info });
    const startedMs = Date.now();
    jest.runAllTimersAsync();
    await refreshed;
    return Date.now() - startedMs;
  });
};

describe('the retry strategy', () => {
  test('pauses for a random part of a second when DynamoDB throttles', async () => {
    expect(await retry(5000)).toBe(500);
  });

  test('pauses for less after another fault', async () => {
    expect(await retry(5000, { errorType: 'TRANSIENT' })).toBe(12);
  });

  test('gives up when the request has no time for the pause and another attempt', async () => {
    await expect(retry(549)).rejects.toThrow('No retry is left');
    expect(await retry(550)).toBe(500);
  });

  test('pauses no longer because a header asks for that', async () => {
    expect(await retry(5000, { retryAfterHint: new Date(Date.now() + 4000) })).toBe(500);
  });
});
