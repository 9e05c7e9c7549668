import type { StandardRetryStrategy } from '@smithy/core/retry';

type ErrorInfo = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];
type CallError = NonNullable<ErrorInfo['error']> & { readonly code?: string };

const THROTTLING_NAMES =
  /^(BandwidthLimitExceeded|EC2ThrottledException|LimitExceededException|PriorRequestNotComplete|ProvisionedThroughputExceededException|RequestLimitExceeded|RequestThrottled(Exception)?|SlowDown|Throttling(Exception)?|ThrottledException|TooManyRequestsException|TransactionInProgressException)$/;
const TRANSIENT_NAMES = /^(TimeoutError|RequestTimeout(Exception)?)$/;
const NETWORK_CODES = /^E(CONNRESET|CONNREFUSED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;

/** Tells whether DynamoDB throttles, as the SDK does. */
export const isThrottlingError = ({ name, $retryable, $metadata }: CallError) =>
  $metadata?.httpStatusCode === 429 || THROTTLING_NAMES.test(name) || $retryable?.throttling === true;

/** Tells whether another attempt may succeed, as the SDK does, but for the error's `cause` and for wrong clocks. */
export const isTransientError = ({ name, code = '', $retryable, $metadata: { httpStatusCode = 0 } = {} }: CallError) =>
  $retryable !== undefined ||
  [500, 502, 503, 504].includes(httpStatusCode) ||
  TRANSIENT_NAMES.test(name) ||
  NETWORK_CODES.test(code);

/** Classifies an error for the retry strategy, which retries the first two types only. */
export const errorTypeOf = (error: CallError) => {
  if (isThrottlingError(error)) return 'THROTTLING';
  return isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
};
