import { STATUS_CODES } from 'node:http';
import type { RequestError } from '../../functions/http/problem';

const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };

/** Returns a whole expected response. Adds the nosniff header, and `Content-Type` when there is a body. */
export const responseOf = (status: number, headers: Record<string, string>, body?: unknown) => ({
  status,
  headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...NO_SNIFFING, ...headers },
  body,
});

type InputError = Omit<RequestError, 'code'>;
type More = { readonly headers?: Record<string, string>; readonly errors?: readonly InputError[] };

/** A whole response to a request that failed. */
export const problemOf = (status: number, code: string, detail: string, { headers, errors }: More = {}) => {
  const allHeaders = { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers };
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, code, detail };
  return responseOf(status, allHeaders, { ...problem, ...(errors && { errors }), requestId: 'request-1' });
};

export const notFound = problemOf(404, 'not-found', 'There is no such resource.');

export const unavailable = problemOf(
  503,
  'unavailable',
  'The service cannot answer right now; the same request may succeed in a moment.',
  { headers: { 'retry-after': '1' } },
);

/** The 412 for an If-Match that does not match. */
export const stale = (rev: string) =>
  problemOf(412, 'stale', 'The resource is no longer as If-Match says; its current ETag is in the headers.', {
    headers: { etag: `"${rev}"` },
  });
/** The 412 for an If-None-Match that matches. */
export const exists = (rev: string) =>
  problemOf(412, 'exists', 'The resource is already there; its current ETag is in the headers.', {
    headers: { etag: `"${rev}"` },
  });

const kinds = { body: 'member', query: 'parameter', header: 'header' };

/** The 400 for these errors in one part of a request. */
export const invalid = (part: keyof typeof kinds, ...errors: InputError[]) => {
  const kind = kinds[part];
  const detail = errors.length === 1 ? `1 ${kind} is invalid.` : `${errors.length} ${kind}s are invalid.`;
  return problemOf(400, `invalid-${part}`, detail, { errors });
};

export const emailTaken = problemOf(409, 'email-taken', 'Another user has this e-mail address.');
export const unknownUser = problemOf(422, 'unknown-user', 'The userId names no user.');
