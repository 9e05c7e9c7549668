import { StandardRetryStrategy } from '@smithy/core/retry';
import { MIN_ATTEMPT_MS, msLeft } from '../lambda/deadline';

let baseMs = 0;

/** Full jitter, as the SDK has it. Gives up when the request has no time for the pause and another attempt. */
const backoff = {
  setDelayBase: (ms: number) => {
    baseMs = ms;
  },
  computeNextBackoffDelay: (retries: number) => {
    const pauseMs = Math.floor(Math.random() * baseMs * 2 ** retries);
    if (pauseMs + MIN_ATTEMPT_MS > msLeft()) throw new Error('No time is left for another attempt');
    return pauseMs;
  },
};

type Refresh = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>;

class RetryInTime extends StandardRetryStrategy {
  // Leaves out the Retry-After of a proxy, because that pause could be longer than the request has left.
  override refreshRetryTokenForRetry(...[token, { retryAfterHint: _, ...errorInfo }]: Refresh) {
    return super.refreshRetryTokenForRetry(token, errorInfo);
  }
}

/**
 * The SDK's own strategy within the deadline of the request. The SDK makes 4 attempts by default. This strategy makes 3,
 * because three attempts of a second each are what a client waits for.
 */
export const retryStrategy = new RetryInTime({ maxAttempts: 3, baseDelay: 25, backoff });
