import { Problem, unavailable } from '../http/problem';

/** Errors that may pass: names of errors, and codes of cancellation reasons of a transaction. */
const transientName =
  /^(ProvisionedThroughputExceeded|RequestLimitExceeded|Throttling|Timeout|Transaction(Conflict|InProgress))(Error|Exception)?$/;
const networkErrorCode = /^E(AI_AGAIN|CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|PROTO|TIMEDOUT)$/;

type AwsError = Error & {
  code?: unknown;
  CancellationReasons?: { Code?: string }[];
  $metadata?: { httpStatusCode?: number };
  $retryable?: unknown;
};

/** Tells whether the table throttles or cannot be reached. */
const isTransient = (error: AwsError) => {
  const names = [error.name, ...(error.CancellationReasons ?? []).map(({ Code = '' }) => Code)];
  return (
    names.some((name) => transientName.test(name)) ||
    networkErrorCode.test(String(error.code)) ||
    error.$retryable !== undefined ||
    // After a reply that is not JSON, the request may or may not have been applied.
    (error.name === 'SyntaxError' && error.$metadata !== undefined) ||
    (error.$metadata?.httpStatusCode ?? 0) >= 500
  );
};

/** Turns any error into a problem: 503 for a transient error, 500 for an unexpected one. */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof Error && isTransient(error)) return unavailable();
  return new Problem(500, 'internal', 'Something went wrong on our side; the request id helps us to find it.');
};
