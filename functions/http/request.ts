import type { Fields, ValuesOf } from '../model/field';
import { isId } from '../model/id';
import { type Asked, type Caller, notOwner, readCaller } from './caller';
import type { ClientInput } from './event';
import type { IdempotencyKey } from './idempotency';
import { type Precondition, readPrecondition } from './precondition';
import { invalid, notFound, type RequestError } from './problem';
import { readQuery } from './query';
import { hasId, type Row } from './row';

/** Request as a handler gets it. The type has the properties that the route's method, path and row allow. */
export type HandlerRequest<R extends Row> = Asked &
  (R['routeKey'] extends `${string}{id}${string}` ? { readonly id: string } : unknown) &
  (R['takes'] extends Fields ? { readonly body: ValuesOf<R['takes']> } : unknown) &
  (R['query'] extends Fields ? { readonly query: ValuesOf<R['query']> } : unknown) &
  (R['routeKey'] extends `POST ${string}` ? { readonly idempotencyKey?: IdempotencyKey } : unknown) &
  (R['routeKey'] extends `${'PUT' | 'PATCH' | 'DELETE'} ${string}` ? { readonly precondition: Precondition } : unknown);

/** Reads the parts that every request has. Adds all errors to `errors`. */
export const readParts = (row: Row, event: ClientInput, errors: RequestError[]) => ({
  id: event.pathParameters?.id ?? '',
  precondition: readPrecondition(event.headers, errors),
  query: readQuery(row.query ?? {}, event.rawQueryString, errors),
  caller: readCaller(row, event),
});

export const checkId = (id: string) => {
  if (!isId(id)) throw notFound();
};

/** Throws all errors of a request as one Problem. */
export const checkErrors = (errors: readonly RequestError[], caller: Caller | undefined) => {
  if (errors.length > 0) throw invalid(errors);
  if (caller && !caller.id) throw notOwner('The token names neither a subject nor a client.');
};

export type ReadParts<R extends Row> = HandlerRequest<R> & { readonly precondition: Precondition };

/** Reads a request without a body by its row. Throws at once for a wrong id. */
export const readRequest = <R extends Row>(row: R, event: ClientInput) => {
  const errors: RequestError[] = [];
  const request = readParts(row, event, errors);
  if (hasId(row)) checkId(request.id);
  checkErrors(errors, request.caller);
  return request as object as ReadParts<R>;
};
