import { Problem, unavailable } from '../http/problem';

/** Names of errors, and codes of the reasons for which a transaction was cancelled. */
const passing =
  /^(ProvisionedThroughputExceeded|RequestLimitExceeded|Throttling|Timeout|Transaction(Conflict|InProgress))(Error|Exception)?$/;
const networkCode = /^E(AI_AGAIN|CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|PROTO|TIMEDOUT)$/;

type AwsError = Error & {
  code?: unknown;
  CancellationReasons?: { Code?: string }[];
  $metadata?: { httpStatusCode?: number };
  $retryable?: unknown;
};

/** The table throttles or cannot be reached: it may pass, so 503. Everything else unforeseen is our fault: 500. */
const isPassing = (error: AwsError) =>
  [error.name, ...(error.CancellationReasons ?? []).map(({ Code = '' }) => Code)].some((name) => passing.test(name)) ||
  networkCode.test(String(error.code)) ||
  error.$retryable !== undefined ||
  // A reply that is no JSON leaves open whether the request was applied.
  (error.name === 'SyntaxError' && error.$metadata !== undefined) ||
  (error.$metadata?.httpStatusCode ?? 0) >= 500;

export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof Error && isPassing(error)) return unavailable();
  return new Problem(500, 'internal', 'Something went wrong on our side; the request id helps us to find it.');
};
