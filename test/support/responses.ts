import { STATUS_CODES } from 'node:http';
import type { ProblemError } from '../../functions/http/problem';

const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };

/** Returns a whole expected response. Adds the nosniff header, and `Content-Type` when there is a body. */
export const responseOf = (status: number, headers: Record<string, string>, body?: unknown) => ({
  status,
  headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...NO_SNIFFING, ...headers },
  body,
});

type InputError = Omit<ProblemError, 'code'>;
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

/** The 400 for these errors in one part of a request. Its detail names the first error. */
export const invalid = (part: 'body' | 'query' | 'header', ...errors: InputError[]) => {
  const [{ header, parameter, pointer, detail } = { detail: '' }] = errors;
  const name = header ?? parameter ?? pointer?.replace('#/', '').replace(/^#$/, 'The body');
  const more = ['', '', ' (and 1 more error)'][errors.length] ?? ` (and ${errors.length - 1} more errors)`;
  const end = `${detail}${more}`.endsWith('?') ? '' : '.';
  return problemOf(400, `invalid-${part}`, `${name} ${detail}${more}${end}`, { errors });
};
