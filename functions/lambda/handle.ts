import { readContent } from '../http/content';
import { wantsCount } from '../http/prefer';
import { type HandlerRequest, readRequest } from '../http/request';
import { type Result, toListResponse, toReadResponse, toWriteResponse } from '../http/result';
import type { Row, WithObjects } from '../http/row';
import type { Field, Fields } from '../model/field';
import { respond } from './respond';

/*
 * Makes the handler of a row. The row declares what `run` gets and returns. Each kind of route has a function of its own,
 * so that a bundle holds only the readers and the response of its kind.
 */

type Run<R extends Row, More = unknown> = (request: HandlerRequest<R> & More) => Promise<Result<R>>;

type GetRow = Row & {
  readonly routeKey: `GET ${string}`;
  readonly takes?: never;
  readonly query?: { readonly after?: never };
};
type ListRow = Row & { readonly routeKey: `GET ${string}`; readonly query: { readonly after: Field } };
type DeleteRow = Row & { readonly routeKey: `DELETE ${string}`; readonly takes?: never };
type ContentRow = Row & { readonly routeKey: `${'POST' | 'PUT' | 'PATCH'} ${string}`; readonly takes: Fields };

export const handleGet = <const R extends GetRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event);
    return toReadResponse({ event, precondition: request.precondition }, await run(request));
  });

/** `Prefer: count=exact` sets `isCounted`. */
export const handleList = <const R extends ListRow>(
  row: R & WithObjects<R>,
  run: Run<R, { readonly isCounted: boolean }>,
) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event);
    const page = await run({ ...request, isCounted: wantsCount(event.headers.prefer) });
    return toListResponse(row, { event, precondition: request.precondition }, page);
  });

export const handleDelete = <const R extends DeleteRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event);
    return toWriteResponse(row, { event, precondition: request.precondition }, await run(request));
  });

/** Makes the handler of a POST, PUT or PATCH, which have a body. */
export const handleContent = <const R extends ContentRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readContent<R>(row, event);
    return toWriteResponse(row, { event, precondition: request.precondition }, await run(request));
  });
