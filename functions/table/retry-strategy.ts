import { StandardRetryStrategy } from '@smithy/core/retry';
import { unavailable } from '../http/problem';
import { msLeft } from './deadline';

let baseMs = 0;

/** Full jitter, as the SDK has it. Gives up when the request would end during the pause. */
const backoff = {
  setDelayBase: (ms: number) => {
    baseMs = ms;
  },
  computeNextBackoffDelay: (retries: number) => {
    const pauseMs = Math.floor(Math.random() * baseMs * 2 ** retries);
    if (pauseMs >= msLeft()) throw unavailable();
    return pauseMs;
  },
};

type Refresh = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>;

class RetryInTime extends StandardRetryStrategy {
  // A Retry-After could make the pause longer than the request has left. DynamoDB sends none.
  override refreshRetryTokenForRetry(...[token, { retryAfterHint: _, ...errorInfo }]: Refresh) {
    return super.refreshRetryTokenForRetry(token, errorInfo);
  }
}

/**
 * The SDK's own strategy within the deadline of the request. The SDK makes 4 attempts by default. This strategy makes 3,
 * because three attempts of a second each are what a client waits for.
 */
export const retryStrategy = new RetryInTime({ maxAttempts: 3, baseDelay: 25, backoff });
