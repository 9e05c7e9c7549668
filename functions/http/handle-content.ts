import { type Answer, answer } from './answer';
import { content } from './content';
import { type Request, readRequest } from './request';
import { respond } from './respond';
import type { Members, Row } from './row';

/** A handler for a row that takes something; all else is as with `handle`. */
export const handleContent = <const R extends Row & { readonly takes: Members }>(
  row: R,
  run: (request: Request<R>) => Promise<Answer<R>>,
) =>
  respond(async (event) => {
    const request = readRequest(row, event, content);
    return answer({ row, event, precondition: request.precondition }, await run(request));
  });
