import type { StandardRetryStrategy as SdkStrategy } from '@smithy/core/retry';

type Strategy = Pick<SdkStrategy, 'acquireInitialRetryToken' | 'refreshRetryTokenForRetry' | 'recordSuccess'>;
type RetryToken = Awaited<ReturnType<Strategy['acquireInitialRetryToken']>>;
type ErrorInfo = Parameters<Strategy['refreshRetryTokenForRetry']>[1];

type Backoff = {
  readonly setDelayBase: (ms: number) => void;
  readonly computeNextBackoffDelay: (retries: number) => number;
};
type Options = { readonly maxAttempts: number; readonly baseDelay: number; readonly backoff: Backoff };

/** Capacity of a client for retries, which limits the retries of all calls during an outage. */
const CAPACITY = 500;
const COST = 14;
const THROTTLING_COST = 5;
const THROTTLING_DELAY_MS = 1000;

const tokenOf = (retries: number, cost?: number): RetryToken => ({
  getRetryCount: () => retries,
  getRetryDelay: () => 0,
  getRetryCost: () => cost,
});

/** The SDK's standard strategy: retries throttled and transient errors, after a pause, while the capacity lasts. */
export class StandardRetryStrategy implements Strategy {
  private capacity = CAPACITY;
  constructor(private readonly options: Options) {}

  async acquireInitialRetryToken(_scope: string) {
    return tokenOf(0);
  }

  async refreshRetryTokenForRetry(token: RetryToken, { errorType }: ErrorInfo) {
    const { maxAttempts, baseDelay, backoff } = this.options;
    const retries = token.getRetryCount() + 1;
    const isThrottled = errorType === 'THROTTLING';
    const cost = isThrottled ? THROTTLING_COST : COST;
    if (!(isThrottled || errorType === 'TRANSIENT') || retries >= maxAttempts || this.capacity < cost)
      throw new Error('No retry token available');
    backoff.setDelayBase(isThrottled ? THROTTLING_DELAY_MS : baseDelay);
    const pauseMs = backoff.computeNextBackoffDelay(retries - 1);
    this.capacity -= cost;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return tokenOf(retries, cost);
  }

  recordSuccess(token: RetryToken) {
    this.capacity = Math.min(CAPACITY, this.capacity + (token.getRetryCost() ?? 1));
  }
}

type CallError = NonNullable<ErrorInfo['error']> & { readonly code?: string };

const THROTTLING_NAMES =
  /^(BandwidthLimitExceeded|EC2ThrottledException|LimitExceededException|PriorRequestNotComplete|ProvisionedThroughputExceededException|RequestLimitExceeded|RequestThrottled(Exception)?|SlowDown|Throttling(Exception)?|ThrottledException|TooManyRequestsException|TransactionInProgressException)$/;
const TRANSIENT_NAMES = /^(TimeoutError|RequestTimeout(Exception)?)$/;
const NETWORK_CODES = /^E(CONNRESET|CONNREFUSED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;

/** Classifies an error as the SDK does, but for its `cause` and for wrong clocks. Only the first two types are retried. */
export const errorTypeOf = ({ name, code = '', $retryable, $metadata: { httpStatusCode = 0 } = {} }: CallError) => {
  if (httpStatusCode === 429 || THROTTLING_NAMES.test(name) || $retryable?.throttling) return 'THROTTLING';
  const isTransient = $retryable || [500, 502, 503, 504].includes(httpStatusCode) || TRANSIENT_NAMES.test(name);
  return isTransient || NETWORK_CODES.test(code) ? 'TRANSIENT' : 'CLIENT_ERROR';
};
