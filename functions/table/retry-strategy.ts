import { StandardRetryStrategy } from '@smithy/core/retry';
import { MIN_ATTEMPT_MS, msLeft } from '../lambda/deadline';

/**
 * Makes a backoff with full jitter, as the SDK's own. The backoff throws when the request has no time for the pause and
 * another attempt.
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
 * The SDK's standard strategy within the deadline of the request. The SDK's default for DynamoDB is 4 attempts. This
 * strategy makes 3, because a client waits up to a second for each.
 */
export const retryStrategy = new DeadlineRetryStrategy({ maxAttempts: 3, baseDelay: 25, backoff: createBackoff() });
