import { type Answer, answer } from '../http/answer';
import { wantsCount } from '../http/prefer';
import { type Request, readRequest } from '../http/request';
import type { Headers } from '../http/response';
import type { Row } from '../http/row';
import { respond } from './respond';

type Listed<R extends Row> = Answer<R> & {
  /** How many there are on all pages. */
  readonly total?: number;
};

/** A handler for a list, which `Prefer: count=exact` asks to count, too. */
export const handleList = <const R extends Row>(
  row: R,
  run: (request: Request<R> & { readonly isCounted: boolean }) => Promise<Listed<R>>,
) =>
  respond(async (event) => {
    const request = readRequest(row, event);
    const { total, ...page } = await run({ ...request, isCounted: wantsCount(event.headers.prefer) });
    const answered = answer({ row, event, precondition: request.precondition }, page);
    const counted: Headers =
      total === undefined ? {} : { 'x-total-count': String(total), 'preference-applied': 'count=exact' };
    return { ...answered, headers: { ...answered.headers, ...counted, vary: 'prefer' } };
  });
