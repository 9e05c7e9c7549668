import { compression } from '../http/compression';
import { linksOf } from '../http/links';
import { checkListQuery } from '../http/list-query';
import { wantsCount } from '../http/prefer';
import { type HandlerRequest, readRequest } from '../http/request';
import { type Result, toReadResponse } from '../http/result';
import { pathOf, type Row, type WithObjects } from '../http/row';
import type { Field } from '../model/field';
import { respond } from './respond';

type ListResult<R extends Row> = Result<R> & {
  /** Number of resources on all pages. */
  readonly total?: number;
};

type ListRow = Row & { readonly routeKey: `GET ${string}`; readonly query: { readonly after: Field } };

/** Makes the handler of a list. `Prefer: count=exact` sets `isCounted`. */
export const handleList = <const R extends ListRow>(
  row: R & WithObjects<R>,
  run: (request: HandlerRequest<R> & { readonly isCounted: boolean }) => Promise<ListResult<R>>,
) =>
  respond(async (event) => {
    const request = readRequest<R>(row, event, { checkQuery: checkListQuery });
    const { total, ...page } = await run({ ...request, isCounted: wantsCount(event.headers.prefer) });
    const response = toReadResponse({ event, precondition: request.precondition, compression }, page);
    const link = linksOf(event, pathOf(row), page.next);
    const headers = {
      ...response.headers,
      ...(link && { link }),
      ...(total !== undefined && { 'x-total-count': String(total), 'preference-applied': 'count=exact' }),
      vary: 'accept-encoding, prefer',
    };
    return { ...response, headers };
  });
