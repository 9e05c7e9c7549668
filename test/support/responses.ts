import { STATUS_CODES } from 'node:http';

type More = { readonly headers?: Record<string, string> };

/** A whole response to a request that failed. */
export const problemOf = (status: number, code: string, detail: string, { headers }: More = {}) => ({
  status,
  headers: {
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...headers,
  },
  body: { type: 'about:blank', title: STATUS_CODES[status], status, code, detail, requestId: 'request-1' },
});

export const notFound = problemOf(404, 'not-found', 'There is no such resource.');

export const unavailable = problemOf(
  503,
  'unavailable',
  'The service cannot answer right now; the same request may succeed in a moment.',
  { headers: { 'retry-after': '1' } },
);
