import { contentReaders } from '../http/content';
import { type HandlerRequest, readRequest } from '../http/request';
import { type Result, toReadResponse, toWriteResponse } from '../http/result';
import type { Row, WithObjects } from '../http/row';
import type { Fields } from '../model/field';
import { respond } from './respond';

/*
 * Makes the handler of a row. The row declares what `run` gets and returns. Each kind of route has a function of its own,
 * so that a bundle holds only the readers and the response of its kind. Lists have theirs in handle-list.ts.
 */

type Run<R extends Row> = (request: HandlerRequest<R>) => Promise<Result<R>>;

type GetRow = Row & {
  readonly routeKey: `GET ${string}`;
  readonly takes?: never;
  readonly query?: { readonly after?: never };
};
type DeleteRow = Row & { readonly routeKey: `DELETE ${string}`; readonly takes?: never };
type ContentRow = Row & { readonly routeKey: `${'POST' | 'PUT' | 'PATCH'} ${string}`; readonly takes: Fields };

/** Makes the handler of a GET that is no list. */
export const handleGet = <const R extends GetRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event);
    return toReadResponse({ event, precondition: request.precondition }, await run(request));
  });

/** Makes the handler of a DELETE. */
export const handleDelete = <const R extends DeleteRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event);
    return toWriteResponse({ row, event, precondition: request.precondition }, await run(request));
  });

/** Makes the handler of a POST, PUT or PATCH, which have a body. */
export const handleContent = <const R extends ContentRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event, contentReaders);
    return toWriteResponse({ row, event, precondition: request.precondition }, await run(request));
  });
