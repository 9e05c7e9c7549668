import { contentReader } from '../http/content';
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

type ReadRow = Row & { readonly routeKey: `GET ${string}` };
type BodilessRow = Row & {
  readonly routeKey: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;
  readonly takes?: never;
};
type ContentRow = Row & { readonly takes: Fields };

/** Makes the handler of a GET. */
export const handleRead = <const R extends ReadRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event);
    return toReadResponse({ event, precondition: request.precondition }, await run(request));
  });

/** Makes the handler of a write without a body, such as a DELETE. */
export const handleWrite = <const R extends BodilessRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event);
    return toWriteResponse({ row, event, precondition: request.precondition }, await run(request));
  });

/** Makes the handler of a write with a body. */
export const handleContent = <const R extends ContentRow>(row: R & WithObjects<R>, run: Run<R>) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event, contentReader);
    return toWriteResponse({ row, event, precondition: request.precondition }, await run(request));
  });
