import { withOwner } from '../http/caller';
import { readerOf, readPageQuery } from '../http/query';
import { type RawRequest, type RawResponse, readRaw, toRawResponse } from '../http/raw';
import { type HandlerRequest, readChange, readPost, readRequest } from '../http/request';
import { type Result, toListResponse, toReadResponse, toWriteResponse, wantsCount } from '../http/result';
import { loadRoute, type Route } from '../http/route';
import type { Field, Fields } from '../model/field';
import { respond } from './respond';

/*
 * Makes the handler of a route. The route declares what `run` gets and returns. Each kind of route has a function of its own,
 * so that a bundle holds only the readers and the response of its kind.
 */

type Run<R extends Route, More = unknown> = (request: HandlerRequest<R> & More) => Promise<Result<R>>;

/** Route without a query, or with the reader of its query. */
type Readable = { readonly query?: never } | { readonly readQuery: NonNullable<Route['readQuery']> };

/** Route that is not public. Only reads and raw routes may be public. */
type Guarded = Route & { readonly access?: never; readonly isRaw?: never } & Readable;
type BodyRoute<Method extends string> = Guarded & { readonly routeKey: `${Method} ${string}`; readonly body: Fields };
/** POST that needs no more than the path: on a resource, or beside the resources. */
type BodylessPost = Guarded & { readonly routeKey: `POST ${string}`; readonly body?: never } & (
    | { readonly routeKey: `POST ${string}/{id}/${string}` }
    | { readonly entry: string }
  );
type BodylessRoute<Method extends 'GET' | 'DELETE'> = Route & {
  readonly routeKey: `${Method} ${string}`;
  readonly body?: never;
  readonly isRaw?: never;
};

/**
 * Makes the handler of a GET of one resource.
 * @example export const handler = handleGet(getOrder, (request) => get(orders, request));
 */
export const handleGet = <
  const R extends BodylessRoute<'GET'> & Readable & { readonly query?: { readonly after?: never } },
>(
  declared: R,
  run: Run<R>,
) => {
  const route = loadRoute(declared, readerOf(declared));
  return respond(async (event) => {
    const request = readRequest<R>(route, event);
    return toReadResponse({ event, precondition: request.precondition }, await run(request));
  }, route.deprecated);
};

/**
 * Makes the handler of a list, which pages by `after`. `Prefer: count=exact` sets `isCounted`.
 * @example export const handler = handleList(listOrders, (request) => list(orders, request));
 */
export const handleList = <const R extends BodylessRoute<'GET'> & { readonly query: { readonly after: Field } }>(
  declared: R,
  run: Run<R, { readonly isCounted: boolean; readonly expands: Route['expands'] }>,
) => {
  const route = loadRoute(declared, readPageQuery);
  return respond(async (event) => {
    const request = withOwner(readRequest<R>(route, event), event);
    const page = await run({ ...request, isCounted: wantsCount(event.headers.prefer), expands: route.expands });
    return toListResponse(route, { event, precondition: request.precondition }, page);
  }, route.deprecated);
};

/**
 * Makes the handler of a DELETE.
 * @example export const handler = handleDelete(removeOrder, (request) => remove(orders, request));
 */
export const handleDelete = <const R extends BodylessRoute<'DELETE'> & Guarded>(declared: R, run: Run<R>) => {
  const route = loadRoute(declared, readerOf(declared));
  return respond(
    async (event) => toWriteResponse(route, { event }, await run(readRequest<R>(route, event))),
    route.deprecated,
  );
};

/**
 * Makes the handler of a POST. A POST on a resource needs no `body`.
 * @example export const handler = handlePost(createOrder, (request) => create(orders, request));
 */
export const handlePost = <const R extends BodyRoute<'POST'> | BodylessPost>(declared: R, run: Run<R>) => {
  const route = loadRoute(declared, readerOf(declared));
  return respond(
    async (event) => toWriteResponse(route, { event }, await run(readPost<R>(route, event))),
    route.deprecated,
  );
};

/**
 * Makes the handler of a PUT or PATCH.
 * @example export const handler = handleChange(replaceOrder, (request) => replace(orders, request));
 */
export const handleChange = <const R extends BodyRoute<'PUT' | 'PATCH'>>(declared: R, run: Run<R>) => {
  const route = loadRoute(declared, readerOf(declared));
  return respond(async (event) => {
    const request = readChange<R>(route, event);
    return toWriteResponse(route, { event, isCreation: request.isCreation }, await run(request));
  }, route.deprecated);
};

type RawRoute = Route & { readonly isRaw: true; readonly body?: never; readonly query?: never };

/**
 * Makes the handler of a route that reads its body and query itself, such as a webhook whose signature is over the bytes.
 * @example export const handler = handleRaw(receivePayment, async ({ body, headers }) => ({ status: 204 }));
 */
export const handleRaw = <const R extends RawRoute>(route: R, run: (request: RawRequest<R>) => Promise<RawResponse>) =>
  respond(async (event) => toRawResponse(route, await run(readRaw(route, event))), route.deprecated);
