import { STATUS_CODES } from 'node:http';
import type { Issue } from '../model/field';
import type { ProblemParts } from '../model/relation';

type Extras = {
  /** Revision of the resource, for the next try. */
  readonly rev?: string;
  readonly headers?: Record<string, string>;
  readonly errors?: readonly object[];
};

/**
 * Error that becomes a response of type `application/problem+json` (RFC 9457).
 * @example throw new Problem(409, 'order-paid', 'The order is paid already.');
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly extras: Extras = {},
  ) {
    super(detail);
  }

  body(requestId: string) {
    const { status, code, message: detail, extras } = this;
    const { errors } = extras;
    return { type: 'about:blank', title: STATUS_CODES[status], status, code, detail, errors, requestId };
  }
}

/** Makes the problem of one member of the body, so that a form can mark its field. */
export const memberProblem = (name: string, rule: Issue[0], [status, code, detail]: ProblemParts) =>
  new Problem(status, code, detail, { errors: [{ pointer: `#/${name}`, rule, detail }] });

/** Adds the errors of other problems with the same status to a problem, so that a form can mark each field. */
export const joinProblems = (problem: Problem, others: readonly (Problem | undefined)[]) => {
  const { status, code, message, extras } = problem;
  const errors = [problem, ...others].flatMap((each) => (each?.status === status && each.extras.errors) || []);
  return errors.length > 1 ? new Problem(status, code, message, { ...extras, errors }) : problem;
};

export const notFound = (detail = 'There is no such resource.') => new Problem(404, 'not-found', detail);

export const unavailable = (
  detail = 'The service cannot answer right now; the same request may succeed in a moment.',
) => new Problem(503, 'unavailable', detail, { headers: { 'retry-after': '1' } });
