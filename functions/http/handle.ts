import { type Answer, answer } from './answer';
import type { Content } from './content';
import { type Request, readRequest } from './request';
import { respond } from './respond';
import type { Row } from './row';

type Run<R extends Row> = (request: Request<R>) => Promise<Answer<R>>;

/** A handler of any row; the content of what it takes is read by whoever knows how. */
export const handleBy = <const R extends Row>(row: R, run: Run<R>, content?: Content) =>
  respond(async (event) => {
    const request = readRequest(row, event, content);
    return answer({ row, event, precondition: request.precondition }, await run(request));
  });

/** A handler for a row of the route table: `run` gets what the row takes and owes what it returns. */
export const handle = <const R extends Row & { readonly takes?: never }>(row: R, run: Run<R>) => handleBy(row, run);
