import * as library from '@smithy/core/retry';
import { errorTypeOf } from '../../../../functions/kit/dynamodb/lean/error-type';
import { createRetryStrategy } from '../../../../functions/kit/dynamodb/retry-strategy';
import { invocation } from '../../../../functions/kit/invocation';

type ErrorInfo = Parameters<ReturnType<typeof createRetryStrategy>['refreshRetryTokenForRetry']>[1];

beforeEach(() => jest.useFakeTimers().spyOn(Math, 'random').mockReturnValue(0.5));
afterEach(() => jest.useRealTimers().restoreAllMocks());

const runAfter = async <T>(pending: Promise<T>) => {
  jest.runAllTimersAsync();
  return pending;
};

describe('the retry strategy', () => {
  /** Returns the pause before a retry of a request that has some time left. */
  const pauseMs = async (leftMs: number, info: Partial<ErrorInfo> = {}) => {
    const strategy = createRetryStrategy();
    const token = await strategy.acquireInitialRetryToken('');
    const startedMs = Date.now();
    const state = { requestId: 'one', deadlineMs: startedMs + leftMs, readUnits: 0, writeUnits: 0 };
    await runAfter(
      invocation.run(state, () => strategy.refreshRetryTokenForRetry(token, { errorType: 'THROTTLING', ...info })),
    );
    return Date.now() - startedMs;
  };

  test('pauses for a random part of a second when DynamoDB throttles, also if a header asks for more', async () => {
    expect(await pauseMs(5000, { retryAfterHint: new Date(Date.now() + 4000) })).toBe(500);
  });

  test('gives up when the request has no time for the pause and another attempt', async () => {
    await expect(pauseMs(549)).rejects.toThrow('No retry is left');
    expect(await pauseMs(550)).toBe(500);
  });

  test('stops in an outage, and retries again after refusals of DynamoDB', async () => {
    const strategy = createRetryStrategy();
    const retry = async (errorType: 'TRANSIENT' | 'CLIENT_ERROR') => {
      const token = await strategy.acquireInitialRetryToken('');
      return runAfter(strategy.refreshRetryTokenForRetry(token, { errorType }).catch(() => undefined));
    };
    let retries = 0;
    for (let call = 0; call < 40; call++) if (await retry('TRANSIENT')) retries++;
    // Each retry takes 14 of the capacity of 500.
    expect(retries).toBe(35);
    for (let call = 0; call < 14; call++) await retry('CLIENT_ERROR');
    const last = await retry('TRANSIENT');
    expect(last?.getRetryCount()).toBe(1);
    // A retry that ends in a refusal pays back what it cost.
    if (last) await strategy.refreshRetryTokenForRetry(last, { errorType: 'CLIENT_ERROR' }).catch(() => {});
    expect(await retry('TRANSIENT')).toBeDefined();
  });
});

const names = [
  'BandwidthLimitExceeded EC2ThrottledException LimitExceededException PriorRequestNotComplete RequestLimitExceeded',
  'ProvisionedThroughputExceededException RequestThrottled RequestThrottledException SlowDown ThrottledException',
  'Throttling ThrottlingException TooManyRequestsException TransactionInProgressException TransactionConflictException',
  'ConditionalCheckFailedException TimeoutError RequestTimeout RequestTimeoutException InternalServerError Error',
].flatMap((line) => line.split(' '));
const codes = 'ECONNRESET ECONNREFUSED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EPROTO EACCES';
const statuses = [undefined, 200, 400, 413, 429, 500, 501, 502, 503, 504, 505];

/** Returns the type of an error by the library of the SDK. */
const expectedOf = (error: Parameters<typeof errorTypeOf>[0]) => {
  if (library.isThrottlingError(error)) return 'THROTTLING';
  return library.isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
};

test('the stand-in classifies errors as the library of the SDK does', () => {
  for (const name of names)
    for (const code of [undefined, ...codes.split(' ')])
      for (const $retryable of [undefined, {}, { throttling: true }, { throttling: false }])
        for (const httpStatusCode of statuses) {
          const reply = { $retryable, $metadata: { httpStatusCode } };
          const error = Object.assign(new Error('No.'), { name, code, cause: undefined, ...reply });
          expect({ name, code, type: errorTypeOf(error) }).toEqual({ name, code, type: expectedOf(error) });
        }
});
