import { STATUS_CODES } from 'node:http';
import type { ProblemParts } from '../model/relation';

/** One error in a request: the part that is wrong, and the rule for this part. */
export type ProblemError = {
  readonly code: 'invalid-json' | 'invalid-body' | 'invalid-query' | 'invalid-header';
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly detail: string;
};

type Extras = { readonly headers?: Record<string, string>; readonly errors?: readonly Omit<ProblemError, 'code'>[] };

/** Error that becomes a response of type `application/problem+json` (RFC 9457). */
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
export const memberProblem = (name: string, [status, code, detail]: ProblemParts) =>
  new Problem(status, code, detail, { errors: [{ pointer: `#/${name}`, detail }] });

/** Maximum number of errors that a response lists. A body of 256 KiB can hold 30,000 wrong members. */
export const MAX_ERRORS = 100;

/** Returns one error as a sentence, such as `title is required (and 1 more error).` The syntax error is not in `errors`. */
const summaryOf = (errors: readonly ProblemError[]) => {
  const first = errors.find(({ code }) => code === 'invalid-json') ?? errors[0];
  const { header, parameter, pointer = '#', detail } = first ?? {};
  const name = header ?? parameter ?? (pointer === '#' ? 'The body' : pointer.slice('#/'.length));
  const others = errors.length - 1;
  const more = others === 1 ? ' (and 1 more error)' : ` (and ${others} more errors)`;
  return `${name} ${detail}${others > 0 ? more : ''}.`;
};

/** Makes the 400 that lists the errors of a request. */
export const invalid = (errors: readonly ProblemError[]) => {
  const rest = errors.length > MAX_ERRORS ? ` The first ${MAX_ERRORS} are listed.` : '';
  const listed = errors.slice(0, MAX_ERRORS).filter(({ code }) => code !== 'invalid-json');
  return new Problem(400, errors[0]?.code ?? 'invalid-body', summaryOf(errors) + rest, {
    errors: listed.length > 0 ? listed.map(({ code: _, ...error }) => error) : undefined,
  });
};

export const notFound = (detail = 'There is no such resource.') => new Problem(404, 'not-found', detail);

export const unavailable = (
  detail = 'The service cannot answer right now; the same request may succeed in a moment.',
) => new Problem(503, 'unavailable', detail, { headers: { 'retry-after': '1' } });
