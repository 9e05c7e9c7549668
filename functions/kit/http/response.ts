import { variables } from '../environment';
import { checkIfMatch, isNotModified, type Precondition } from '../rules/conditions';
import type { Problem } from '../rules/problem';
import type { ApiEvent } from './event';

/** Headers by lower-case name. A header without a value is absent. */
export type HeaderMap = Record<string, string | undefined>;

export const entityTag = (rev: string) => `"${rev}"`;

/** Builds every response. HEAD gets the body of GET, because the gateway drops the body and keeps the length. */
export const buildResponse = (statusCode: number, headers: HeaderMap, body?: string) => {
  // On a stage that names its origins, the gateway's CORS headers depend on the Origin. VARY is then `origin`.
  const vary = [headers.vary, variables().VARY].filter(Boolean).join(', ');
  const present = Object.entries({ ...headers, vary }).filter(([, value]) => value);
  const all: Record<string, string> = { ...Object.fromEntries(present), 'x-content-type-options': 'nosniff' };
  return { statusCode, headers: all, body };
};

/** Removes slashes at the end. The lookbehind keeps the search linear in an address of many slashes. */
export const withoutSlash = (address: string) => address.replace(/(?<!\/)\/+$/, '');

/** Builds the redirect to the path without slashes at its end. Returns undefined for a path that has none. */
export const redirectSlash = ({ rawPath, rawQueryString }: ApiEvent) => {
  if (rawPath.length < 2 || !rawPath.endsWith('/')) return undefined;
  const address = encodeURIComponent(withoutSlash(rawPath).toWellFormed()).replaceAll('%2F', '/') || '/';
  const location = address + (rawQueryString && `?${rawQueryString}`);
  return buildResponse(308, { location, 'cache-control': 'no-store' });
};

export const problemResponse = (problem: Problem, requestId: string) => {
  const { rev, headers } = problem.extras;
  const etag = rev && entityTag(rev);
  return buildResponse(
    problem.status,
    { etag, ...headers, 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
    JSON.stringify(problem.body(requestId)),
  );
};

export type ReadRequest = { readonly event: ApiEvent; readonly precondition: Precondition };
export type Content = {
  readonly rev: string;
  readonly type: string;
  readonly body: string;
  readonly headers: HeaderMap;
};

/** Builds the response of a read: 304 or 200. Throws 412 if `If-Match` says so. */
export const readResponse = ({ precondition }: ReadRequest, { rev, type, body, headers }: Content) => {
  checkIfMatch(precondition, rev);
  const etag = entityTag(rev);
  if (isNotModified(precondition, rev)) return buildResponse(304, { etag, ...headers });
  return buildResponse(200, { etag, ...headers, 'content-type': type }, body);
};
