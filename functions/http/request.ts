import type { Fields, ValuesOf } from '../model/field';
import { isId } from '../model/id';
import { type Caller, notOwner, readCaller, type WithCaller } from './caller';
import type { ClientInput } from './event';
import type { IdempotencyKey } from './idempotency';
import { type Precondition, readPrecondition } from './precondition';
import { invalid, notFound, type RequestError } from './problem';
import { readQuery } from './query';
import { hasId, type Route } from './route';

/** Request as a handler gets it. The type has the properties that the route's method, path and route allow. */
export type HandlerRequest<R extends Route> = WithCaller &
  (R['routeKey'] extends `${string}{id}${string}` ? { readonly id: string } : unknown) &
  (R['body'] extends Fields ? { readonly body: ValuesOf<R['body']> } : unknown) &
  (R['query'] extends Fields ? { readonly query: ValuesOf<R['query']> } : unknown) &
  (R['routeKey'] extends `POST ${string}` ? { readonly idempotencyKey?: IdempotencyKey } : unknown) &
  (R['routeKey'] extends `${'PUT' | 'PATCH' | 'DELETE'} ${string}` ? { readonly precondition: Precondition } : unknown);

/** Reads the parts that every request has. Adds all errors to `errors`. */
export const readParts = (route: Route, event: ClientInput, errors: RequestError[]) => ({
  id: event.pathParameters?.id ?? '',
  precondition: readPrecondition(event.headers, errors),
  query: readQuery(route.query ?? {}, event.rawQueryString, errors),
  caller: readCaller(route, event),
});

export const checkId = (id: string) => {
  if (!isId(id)) throw notFound();
};

/** Throws all errors of a request as one Problem. */
export const checkErrors = (errors: readonly RequestError[], caller: Caller | undefined) => {
  if (errors.length > 0) throw invalid(errors);
  if (caller && !caller.id) throw notOwner('The token names neither a subject nor a client.');
};

export type ReadParts<R extends Route> = HandlerRequest<R> & { readonly precondition: Precondition };

/** Reads a request without a body by its route. Throws at once for a wrong id. */
export const readRequest = <R extends Route>(route: R, event: ClientInput) => {
  const errors: RequestError[] = [];
  const request = readParts(route, event, errors);
  if (hasId(route)) checkId(request.id);
  checkErrors(errors, request.caller);
  return request as object as ReadParts<R>;
};
