import * as library from '@smithy/core/retry';
import { errorTypeOf } from '../../../functions/dynamodb/lean/error-type';
import { createRetryStrategy } from '../../../functions/dynamodb/retry-strategy';

test('stops retrying in an outage, and again after successes and refusals', async () => {
  jest.useFakeTimers();
  const strategy = createRetryStrategy();
  const retry = async (errorType: 'TRANSIENT' | 'CLIENT_ERROR') => {
    const token = await strategy.acquireInitialRetryToken('');
    const next = strategy.refreshRetryTokenForRetry(token, { errorType }).then(
      (token) => token,
      () => undefined,
    );
    await jest.runAllTimersAsync();
    return next;
  };
  let retries = 0;
  for (let call = 0; call < 40; call++) if (await retry('TRANSIENT')) retries++;
  // Each retry takes 14 of the capacity of 500.
  expect(retries).toBe(35);
  for (let call = 0; call < 14; call++) await retry('CLIENT_ERROR');
  const last = await retry('TRANSIENT');
  expect(last?.getRetryCount()).toBe(1);
  // A retry that ends in a refusal of DynamoDB pays back what it cost.
  if (last) await strategy.refreshRetryTokenForRetry(last, { errorType: 'CLIENT_ERROR' }).catch(() => {});
  expect(await retry('TRANSIENT')).toBeDefined();
  jest.useRealTimers();
});

const names = [
  ...['BandwidthLimitExceeded', 'EC2ThrottledException', 'LimitExceededException', 'PriorRequestNotComplete'],
  ...[
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'RequestThrottled',
    'RequestThrottledException',
  ],
  ...['SlowDown', 'ThrottledException', 'Throttling', 'ThrottlingException', 'TooManyRequestsException'],
  ...['TransactionInProgressException', 'TransactionConflictException', 'ConditionalCheckFailedException'],
  ...['TimeoutError', 'RequestTimeout', 'RequestTimeoutException', 'InternalServerError', 'Error', 'SyntaxError'],
];
const codes = [
  ...[undefined, 'ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ...['EAI_AGAIN', 'EPROTO', 'EACCES'],
];

test('classifies errors as the library does', () => {
  const retryables = [undefined, {}, { throttling: true }, { throttling: false }];
  for (const name of names)
    for (const code of codes)
      for (const $retryable of retryables)
        for (const httpStatusCode of [undefined, 200, 400, 413, 429, 500, 501, 502, 503, 504, 505]) {
          const error = Object.assign(new Error('No.'), {
            name,
            code,
            $retryable,
            $metadata: { httpStatusCode },
            cause: undefined,
          });
          const isTransient = library.isTransientError(error);
          const expected = library.isThrottlingError(error) ? 'THROTTLING' : isTransient ? 'TRANSIENT' : 'CLIENT_ERROR';
          expect({ name, code, type: errorTypeOf(error) }).toEqual({ name, code, type: expected });
        }
});
