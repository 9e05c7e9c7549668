import { STATUS_CODES } from 'node:http';
import { entityTag } from './etag';

/** One error in a request: the part that is wrong, and the rule for this part. */
export type RequestError = {
  readonly code: 'invalid-json' | 'invalid-body' | 'invalid-query' | 'invalid-header';
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly detail: string;
};

type Extras = { readonly headers?: Record<string, string>; readonly errors?: readonly Omit<RequestError, 'code'>[] };

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
    const { status, code, message: detail } = this;
    return {
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      code,
      detail,
      errors: this.extras.errors,
      requestId,
    };
  }
}

/** Maximum number of errors that a response lists. A body of 256 KiB can hold 30,000 wrong members. */
export const MAX_ERRORS = 100;

/** Returns how many different headers, parameters or members have errors: `2 members are invalid`. */
const countInvalid = (errors: readonly RequestError[], part: 'header' | 'parameter' | 'pointer', noun: string) => {
  const wrong = new Set<string>();
  for (const { [part]: name } of errors) if (name !== undefined) wrong.add(name);
  wrong.delete('#');
  if (wrong.size === 0) return [];
  return [wrong.size === 1 ? `1 ${noun} is invalid` : `${wrong.size} ${noun}s are invalid`];
};

/** Returns a sentence for each error of the body as a whole. `countInvalid` leaves these errors out. */
const bodyErrors = (errors: readonly RequestError[]) =>
  errors
    .filter(({ code, pointer }) => code === 'invalid-json' || pointer === '#')
    .map(({ detail }) => `The body ${detail}`);

/** Makes the 400 that lists the errors of a request. */
export const invalid = (errors: readonly [RequestError, ...RequestError[]]) => {
  const parts = [
    ...bodyErrors(errors),
    ...countInvalid(errors, 'header', 'header'),
    ...countInvalid(errors, 'parameter', 'parameter'),
    ...countInvalid(errors, 'pointer', 'member'),
  ];
  const rest = errors.length > MAX_ERRORS ? ` The first ${MAX_ERRORS} are listed.` : '';
  const listed = errors.slice(0, MAX_ERRORS).filter(({ code }) => code !== 'invalid-json');
  return new Problem(400, errors[0].code, `${parts.join('; ')}.${rest}`, {
    errors: listed.length > 0 ? listed.map(({ code: _, ...error }) => error) : undefined,
  });
};

export const notFound = (detail = 'There is no such resource.') => new Problem(404, 'not-found', detail);

export const stale = (rev: string) =>
  new Problem(412, 'stale', 'The resource is no longer as If-Match says; its current ETag is in the headers.', {
    headers: { etag: entityTag(rev) },
  });

export const exists = (rev: string) =>
  new Problem(412, 'exists', 'The resource is already there; its current ETag is in the headers.', {
    headers: { etag: entityTag(rev) },
  });

export const unavailable = (
  detail = 'The service cannot answer right now; the same request may succeed in a moment.',
) => new Problem(503, 'unavailable', detail, { headers: { 'retry-after': '1' } });
