import { parseId } from '../model/id';
import { MAX_BODY_BYTES, tooLarge } from './body-size';
import { readCaller } from './caller';
import type { ApiEvent } from './event';
import { checkErrors, checkId, declaredHeadersOf, type HandlerRequest } from './request';
import { buildResponse, type HeaderMap } from './response';
import { methodOf, type Route } from './route';

/** Request of a route that reads its body and query itself. */
export type RawRequest<R extends Route> = HandlerRequest<R> & {
  /** Bytes of the body, as a signature has them. */
  readonly body: Buffer;
  readonly rawQuery: string;
};

/** Response of such a route. Without a `cache-control` of its own, a cache asks again before it shows the response of a read. */
export type RawResponse = {
  readonly status: number;
  readonly headers?: HeaderMap;
  readonly body?: string | Uint8Array;
};

/** Reads a request without its body's and its query's meaning. Throws for a wrong id, and for a caller without a claim. */
export const readRaw = <R extends Route>(route: R, event: ApiEvent) => {
  const { body = '', isBase64Encoded, pathParameters: parameters, rawQueryString: rawQuery } = event;
  const id = parseId(parameters?.id ?? '');
  const caller = readCaller(route, event);
  checkId(route, id);
  checkErrors([], caller);
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) throw tooLarge(bytes.length);
  return {
    id,
    parameters,
    headers: declaredHeadersOf(route, event),
    caller,
    body: bytes,
    rawQuery,
  } as object as RawRequest<R>;
};

export const toRawResponse = (route: Route, { status, headers, body }: RawResponse) => {
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const cacheControl = methodOf(route) === 'GET' ? 'no-cache' : 'no-store';
  const all: HeaderMap = { 'cache-control': cacheControl, ...Object.fromEntries(given) };
  if (typeof body === 'string' || body === undefined) return buildResponse(status, all, body);
  // The gateway takes bytes only as base64.
  const content = Buffer.from(body).toString('base64');
  return { ...buildResponse(status, all, content), isBase64Encoded: true };
};
