import type { ApiEvent } from '../http/event';
import { methodOf, pathOf, type Row } from '../http/row';

export const someId = '00000000-0000-7000-8000-000000000000';
/** Valid value of every field of a body, because an e-mail address is also a valid name, title and content. */
export const someText = 'nobody@example.com';

/** Makes a valid event for the row, with an id of no resource. */
const eventOf = (row: Row): ApiEvent => {
  const method = methodOf(row);
  const names = Object.keys(row.takes ?? {}).filter((name) => name !== 'userId');
  return {
    routeKey: row.routeKey,
    rawPath: pathOf(row),
    rawQueryString: '',
    // Stryker disable next-line ObjectLiteral,StringLiteral: The response of the rehearsal is dropped.
    headers: { 'accept-encoding': 'gzip' },
    pathParameters: { id: someId },
    // Stryker disable next-line ObjectLiteral,StringLiteral: The response of the rehearsal is dropped.
    requestContext: { domainName: 'localhost', requestId: someId, http: { method } },
    body: row.takes && JSON.stringify(Object.fromEntries(names.map((name) => [name, someText]))),
    isBase64Encoded: false,
  };
};

export type Rehearsable = { readonly rehearse: (event: ApiEvent) => Promise<unknown> };

/** Runs the handler once during the start, so that the first request finds its code compiled. Ignores every error. */
export const rehearse = async (row: Row, handler: Rehearsable): Promise<void> => {
  await handler.rehearse(eventOf(row)).catch(() => {});
};
