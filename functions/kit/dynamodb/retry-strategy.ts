import type { StandardRetryStrategy } from '@smithy/core/retry';
import { MIN_ATTEMPT_MS, msLeft } from '../invocation';

/** The SDK's interface of a retry strategy: the methods of the standard one, without what only that one has. */
type RetryStrategy = Omit<StandardRetryStrategy, 'mode' | 'getCapacity' | 'maxAttempts'>;

/** Makes 3 attempts instead of the SDK's 4 for DynamoDB, because the caller of the API waits up to a second for each. */
const MAX_ATTEMPTS = 3;

/** Retries that a process can pay for, which limits the load during an outage. A success pays back. */
const CAPACITY = 500;

const THROTTLED = { cost: 5, baseMs: 1000 };
const TRANSIENT = { cost: 14, baseMs: 25 };

type RetryToken = Parameters<RetryStrategy['recordSuccess']>[0] & { readonly hasLostReply?: boolean };

const tokenOf = (retries: number, cost = 1, hasLostReply = false): RetryToken => ({
  getRetryCount: () => retries,
  getRetryDelay: () => 0,
  getRetryCost: () => cost,
  hasLostReply,
});

/** Makes a strategy like the SDK's standard one: full jitter, while the capacity and the time of the request last. */
export const createRetryStrategy = (): RetryStrategy => {
  let capacity = CAPACITY;
  const recordSuccess: RetryStrategy['recordSuccess'] = (token) => {
    capacity = Math.min(CAPACITY, capacity + (token.getRetryCost() ?? 1));
  };
  return {
    recordSuccess,
    acquireInitialRetryToken: async () => tokenOf(0),
    refreshRetryTokenForRetry: async (token: RetryToken, { error, errorType }) => {
      // A refusal and throttling are replies: the attempt was surely not applied. After another error, it may be applied.
      const [isRefused, isThrottled] = [errorType === 'CLIENT_ERROR', errorType === 'THROTTLING'];
      const hasLostReply = token.hasLostReply || !(isRefused || isThrottled);
      if (hasLostReply && error) Object.assign(error, { $metadata: { ...error.$metadata, hasLostReply } });
      // DynamoDB has answered, so the retry was worth its cost.
      if (isRefused) recordSuccess(token);
      const retries = token.getRetryCount() + 1;
      const { cost, baseMs } = isThrottled ? THROTTLED : TRANSIENT;
      const pauseMs = Math.floor(Math.random() * baseMs * 2 ** (retries - 1));
      const isRetryable = isThrottled || errorType === 'TRANSIENT';
      const hasTime = pauseMs + MIN_ATTEMPT_MS <= msLeft();
      if (!isRetryable || !hasTime || retries >= MAX_ATTEMPTS || capacity < cost) throw new Error('No retry is left');
      capacity -= cost;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return tokenOf(retries, cost, hasLostReply);
    },
  };
};
