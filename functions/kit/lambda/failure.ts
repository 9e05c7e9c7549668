import { Problem, unavailable } from '../http/problem';

/** Turns any error into a problem: 503 for an error that functions/kit/dynamodb has marked as transient, else 500. */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof Error && '$retryable' in error && error.$retryable) return unavailable();
  return new Problem(500, 'internal', 'Something went wrong on our side; the request id helps us to find it.');
};
