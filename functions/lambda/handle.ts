import { type Answer, answer } from '../http/answer';
import type { Content } from '../http/content';
import { type Request, readRequest } from '../http/request';
import type { Row } from '../http/row';
import { respond } from './respond';

type Run<R extends Row> = (request: Request<R>) => Promise<Answer<R>>;

/** A handler of any row; the content of what it takes is read by whoever knows how. */
export const handleBy = <const R extends Row>(row: R, run: Run<R>, content?: Content) =>
  respond(async (event) => {
    const request = readRequest(row, event, content);
    return answer({ row, event, precondition: request.precondition }, await run(request));
  });

/** A handler for a row of the route table: `run` gets what the row takes and owes what it returns. */
export const handle = <const R extends Row & { readonly takes?: never }>(row: R, run: Run<R>) => handleBy(row, run);
