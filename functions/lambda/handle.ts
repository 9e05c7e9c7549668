import { type ContentReader, contentReader } from '../http/content';
import { type HandlerRequest, readRequest } from '../http/request';
import { type Result, toResponse } from '../http/result';
import type { Row, WithObjects } from '../http/row';
import type { Fields } from '../model/field';
import { respond } from './respond';

type Run<R extends Row> = (request: HandlerRequest<R>) => Promise<Result<R>>;

const handleWith = <const R extends Row>(row: R, run: Run<R>, reader?: ContentReader) =>
  respond(async (event) => {
    const request = readRequest(row, event, reader);
    return toResponse({ row, event, precondition: request.precondition }, await run(request));
  });

/** Makes the handler of a row without a body. The row declares what `run` gets and returns. */
export const handle = <const R extends Row & { readonly takes?: never }>(row: R & WithObjects<R>, run: Run<R>) =>
  handleWith<R>(row, run);

/** Makes the handler of a row with a body. Only bundles that use this function hold the readers of a body. */
export const handleContent = <const R extends Row & { readonly takes: Fields }>(row: R & WithObjects<R>, run: Run<R>) =>
  handleWith<R>(row, run, contentReader);
