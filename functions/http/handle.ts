import { type Answer, answer } from './answer';
import { type Request, readRequest } from './request';
import { respond } from './respond';
import type { Row } from './row';

/** A handler for a row of the route table: `run` gets what the row takes and owes what it returns. */
export const handle = <const R extends Row & { readonly takes?: never }>(
  row: R,
  run: (request: Request<R>) => Promise<Answer<R>>,
) =>
  respond(async (event) => {
    const request = readRequest(row, event);
    return answer({ row, event, precondition: request.precondition }, await run(request));
  });
