import type { StandardRetryStrategy } from '@smithy/core/retry';

type ErrorInfo = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];
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
