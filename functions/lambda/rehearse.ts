import type { Event } from '../http/event';
import { methodOf, pathOf, type Row } from '../http/row';

export const someId = '00000000-0000-7000-8000-000000000000';
/** An e-mail address is also a name, a title and a text. */
export const someText = 'nobody@example.com';

/** A request that the row would answer, of nobody and about nothing. */
const eventOf = (row: Row): Event => {
  const method = methodOf(row);
  const members = Object.keys(row.takes ?? {}).filter((member) => member !== 'userId');
  return {
    routeKey: row.routeKey,
    rawPath: pathOf(row),
    rawQueryString: '',
    headers: { 'accept-encoding': 'gzip' },
    pathParameters: { id: someId },
    requestContext: { domainName: 'localhost', requestId: someId, http: { method } },
    body: row.takes && JSON.stringify(Object.fromEntries(members.map((member) => [member, someText]))),
    isBase64Encoded: false,
  };
};

export type Rehearsed = { readonly rehearse: (event: Event) => Promise<unknown> };

/** Runs the handler of a row once, so that its code is there before the first request is; whatever comes of it. */
export const rehearse = async (row: Row, handler: Rehearsed): Promise<void> => {
  await handler.rehearse(eventOf(row)).catch(() => {});
};
