import { StandardRetryStrategy } from '#dynamodb';
import { MIN_ATTEMPT_MS, msLeft } from '../lambda/deadline';

/**
 * Makes a backoff with full jitter, like the SDK's. The backoff throws when the request has no time for the pause and
 * another attempt. The SDK then throws the error of the last attempt.
 */
const createBackoff = () => {
  let baseMs = 0;
  return {
    setDelayBase: (ms: number) => {
      baseMs = ms;
    },
    computeNextBackoffDelay: (retries: number) => {
      const pauseMs = Math.floor(Math.random() * baseMs * 2 ** retries);
      if (pauseMs + MIN_ATTEMPT_MS > msLeft()) throw new Error('No time is left for another attempt');
      return pauseMs;
    },
  };
};

type RefreshParameters = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>;

class DeadlineRetryStrategy extends StandardRetryStrategy {
  /** Ignores the Retry-After of a proxy, because that pause could be longer than the request has left. */
  override refreshRetryTokenForRetry(...[token, { retryAfterHint: _, ...errorInfo }]: RefreshParameters) {
    return super.refreshRetryTokenForRetry(token, errorInfo);
  }
}

/**
 * The SDK's standard strategy within the deadline of the request. Makes 3 attempts instead of the SDK's 4 for DynamoDB,
 * because the caller of the API waits up to a second for each attempt.
 */
export const retryStrategy = new DeadlineRetryStrategy({ maxAttempts: 3, baseDelay: 25, backoff: createBackoff() });
