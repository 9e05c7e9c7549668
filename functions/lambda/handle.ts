import { readContent } from '../http/content';
import { wantsCount } from '../http/prefer';
import { type HandlerRequest, readRequest } from '../http/request';
import { type Result, toListResponse, toReadResponse, toWriteResponse } from '../http/result';
import type { Route } from '../http/route';
import type { Field, Fields } from '../model/field';
import { respond } from './respond';

/*
 * Makes the handler of a route. The route declares what `run` gets and returns. Each kind of route has a function of its own,
 * so that a bundle holds only the readers and the response of its kind.
 */

type Run<R extends Route, More = unknown> = (request: HandlerRequest<R> & More) => Promise<Result<R>>;

type GetRoute = Route & {
  readonly routeKey: `GET ${string}`;
  readonly body?: never;
  readonly query?: { readonly after?: never };
};
type ListRoute = Route & { readonly routeKey: `GET ${string}`; readonly query: { readonly after: Field } };
type DeleteRoute = Route & { readonly routeKey: `DELETE ${string}`; readonly body?: never };
type ContentRoute = Route & { readonly routeKey: `${'POST' | 'PUT' | 'PATCH'} ${string}`; readonly body: Fields };

export const handleGet = <const R extends GetRoute>(route: R, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(route, event);
    return toReadResponse({ event, precondition: request.precondition }, await run(request));
  });

/** `Prefer: count=exact` sets `isCounted`. */
export const handleList = <const R extends ListRoute>(route: R, run: Run<R, { readonly isCounted: boolean }>) =>
  respond(async (event) => {
    const request = readRequest<R>(route, event);
    const page = await run({ ...request, isCounted: wantsCount(event.headers.prefer) });
    return toListResponse(route, { event, precondition: request.precondition }, page);
  });

export const handleDelete = <const R extends DeleteRoute>(route: R, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(route, event);
    return toWriteResponse(route, { event, precondition: request.precondition }, await run(request));
  });

/** Makes the handler of a POST, PUT or PATCH, which have a body. */
export const handleContent = <const R extends ContentRoute>(route: R, run: Run<R>) =>
  respond(async (event) => {
    const request = readContent<R>(route, event);
    return toWriteResponse(route, { event, precondition: request.precondition }, await run(request));
  });
