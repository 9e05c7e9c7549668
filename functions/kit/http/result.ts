import { variables } from '../environment';
import type { Field, Fields } from '../model/field';
import type { Position } from '../model/page';
import { digest } from '../model/text';
import type { ValuesOf } from '../model/values';
import { compressedResponse } from './compression';
import { type ApiEvent, originOf } from './event';
import { parseQuery } from './query';
import { buildResponse, type Content, entityTag, type HeaderMap, type ReadRequest, readResponse } from './response';
import { isCreating, type LoadedRoute, pathOf, type Route } from './route';

/** Result of a function of table/. */
type AnyResult = {
  readonly body: unknown;
  /** Revision of the resource, which becomes the ETag. */
  readonly rev?: string;
  /** True if an earlier request with the same idempotency key created the resource. */
  readonly isReplay?: boolean;
  /** Path of the collection of a resource that the function created. By default the path of the route. */
  readonly collection?: string;
};

type AnyPage = AnyResult & {
  /** Start of the next page. */
  readonly next?: Position;
  /** Number of resources on all pages. */
  readonly total?: number;
};

/** Result that a handler returns. The route declares the type of the body. */
export type Result<R extends Route> = AnyPage & {
  readonly body: R extends { response: infer F extends Fields }
    ? R extends { query: { after: Field } }
      ? readonly ValuesOf<F>[]
      : ValuesOf<F> | (R extends { routeKey: `GET ${string}` } ? never : undefined)
    : never;
};

/** Matches one preference of the list. A comma inside quotes and a quote after a backslash do not end a preference. */
const preference = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gs;

/** Returns the value of the first preference that the pattern matches (RFC 7240). Unknown preferences are ignored. */
const preferred = (prefer: string, pattern: RegExp) => {
  const values = [...prefer.matchAll(preference)].map(([text]) => pattern.exec(text)?.[1]);
  return values.find(Boolean)?.toLowerCase();
};

/** Reads `Prefer: return=…`, which asks for a response with or without the resource. */
export const readReturn = (prefer = '') =>
  preferred(prefer, /^\s*return\s*=\s*"?(minimal|representation)"?\s*(?:;|$)/i);

/** Reads `Prefer: count=exact`, which asks for the total number of resources in a list. */
export const wantsCount = (prefer = '') => preferred(prefer, /^\s*count\s*=\s*"?(exact)"?\s*(?:;|$)/i) === 'exact';

/** Returns a hash as the revision of content without a stored revision, such as a list. */
const revOf = (content: string) => digest(content).slice(0, 22);

const type = 'application/json';
const cacheControl = () => variables().CACHE_CONTROL ?? 'no-cache';

/** Makes the response to a GET that succeeded. */
export const toReadResponse = (request: ReadRequest, { body, rev }: AnyResult, more: HeaderMap = {}) => {
  const content = JSON.stringify(body);
  const headers = { 'cache-control': cacheControl(), ...more };
  return readResponse(request, { rev: rev ?? revOf(content), type, body: content, headers });
};

/** Returns the `Link` header of a list (RFC 8288): the same query for the next page and for the first page. */
const linksOf = (event: ApiEvent, path: string, next: AnyPage['next']) => {
  const sent = parseQuery(event.rawQueryString);
  const link = (rel: string, position: Position) => {
    const query = new URLSearchParams(sent);
    for (const name of ['after', 'afterValue', ...Object.keys(position)]) query.delete(name);
    for (const [name, values] of Object.entries(position))
      for (const value of [values ?? []].flat()) query.append(name, value);
    return `<${originOf(event)}${path}${query.size > 0 ? `?${String(query).replaceAll('+', '%20')}` : ''}>; rel="${rel}"`;
  };
  const links = [...(next ? [link('next', next)] : []), ...(sent.has('after') ? [link('first', {})] : [])];
  return links.join(', ') || undefined;
};

/** Makes the response to a GET of a list that succeeded. */
export const toListResponse = (route: Route, request: ReadRequest, { body, next, total }: AnyPage) => {
  const content = JSON.stringify(body);
  const headers = {
    'cache-control': cacheControl(),
    link: linksOf(request.event, pathOf(route), next),
    vary: 'accept-encoding, prefer',
    ...(total !== undefined && { 'x-total-count': String(total), 'preference-applied': 'count=exact' }),
  };
  return compressedResponse(request, { rev: revOf(`${content}${JSON.stringify(next)}`), type, body: content, headers });
};

/** `isCreation` is true for a PUT that creates the resource. */
type WriteRequest = { readonly event: ApiEvent; readonly isCreation?: boolean };

/** Makes the response to a write that succeeded. The status follows from the method. */
export const toWriteResponse = (route: LoadedRoute, { event, isCreation }: WriteRequest, result: AnyResult) => {
  const { body, rev, isReplay, collection } = result;
  const { method } = route;
  const prefers = readReturn(event.headers.prefer);
  const isAskedBare = method === 'DELETE' ? prefers !== 'representation' : prefers === 'minimal';
  // The body is missing when a changed or deleted item cannot be shown.
  const isBare = isAskedBare || body === undefined;
  // A route beside the six creates only what the function `create` has made.
  const isMade = collection !== undefined || !route.entry;
  const isCreated = isCreation === true || (isCreating(route) && isMade);
  const { id }: { id?: string } = Object(body);
  const headers = {
    // Sends no tag after a DELETE, because a deleted resource has no representation.
    etag: rev && method !== 'DELETE' ? entityTag(rev) : undefined,
    location:
      isCreated && id ? `${originOf(event)}${collection ?? pathOf(route).replace('/{id}', '')}/${id}` : undefined,
    'cache-control': 'no-store',
    'preference-applied': prefers && isBare === isAskedBare ? `return=${prefers}` : undefined,
    'idempotency-replayed': isReplay ? 'true' : undefined,
  };
  if (isBare) return buildResponse(isCreated ? 201 : 204, headers);
  return buildResponse(isCreated ? 201 : 200, { ...headers, 'content-type': type }, JSON.stringify(body));
};

/** Makes content that only a deployment changes. Clients cache the content for five minutes. */
export const staticContent = (type: string, body: string, headers: HeaderMap): Content => {
  return { rev: revOf(body), type, body, headers: { 'cache-control': 'public, max-age=300', ...headers } };
};
