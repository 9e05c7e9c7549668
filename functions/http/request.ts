import type { Fields, ValuesOf } from '../model/field';
import { isId } from '../model/id';
import { type Asked, notOwner, readCaller } from './caller';
import type { ContentReaders } from './content';
import type { ClientInput } from './event';
import type { IdempotencyKey } from './idempotency';
import type { checkListQuery } from './list-query';
import { isCreation, type Precondition, readPrecondition } from './precondition';
import { invalid, notFound, type RequestError } from './problem';
import { readQuery } from './query';
import { hasId, methodOf, type Row } from './row';

/** Request as a handler gets it. The type has the properties that the route's method, path and row allow. */
export type HandlerRequest<R extends Row> = (R['routeKey'] extends `${string}{id}${string}`
  ? { readonly id: string }
  : unknown) &
  (R['takes'] extends Fields ? { readonly body: ValuesOf<R['takes']> } : unknown) &
  Asked &
  (R['query'] extends Fields ? { readonly query: ValuesOf<R['query']> } : unknown) &
  (R['routeKey'] extends `POST ${string}` ? { readonly idempotencyKey?: IdempotencyKey } : unknown) &
  (R['routeKey'] extends `${'PUT' | 'PATCH' | 'DELETE'} ${string}` ? { readonly precondition: Precondition } : unknown);

/** Readers of the parts that only some routes have. A route passes its own readers, so that its bundle has no others. */
type Readers = Partial<ContentReaders> & { readonly checkQuery?: typeof checkListQuery };

/**
 * Reads a request by its row. Throws at once for a wrong id, body type or body size. Throws all other errors as one Problem.
 */
export const readRequest = <R extends Row>(row: R, event: ClientInput, readers: Readers = {}) => {
  const errors: RequestError[] = [];
  const precondition = readPrecondition(event.headers, errors);
  const id = hasId(row) ? (event.pathParameters?.id ?? '') : undefined;
  if (id !== undefined && readers.checkNewId && isCreation(methodOf(row), precondition)) readers.checkNewId(id);
  else if (id !== undefined && !isId(id)) throw notFound();
  const key = readers.readKey?.(row, event, errors);
  const query = readQuery(row.query ?? {}, event.rawQueryString, errors);
  readers.checkQuery?.(query, { model: row.query ?? {}, sent: new URLSearchParams(event.rawQueryString) }, errors);
  const caller = readCaller(row, event);
  const body = readers.readBody?.(row, event, { caller, errors });
  const [first, ...rest] = errors;
  if (first) throw invalid([first, ...rest]);
  if (caller && !caller.id) throw notOwner('The token names neither a subject nor a client.');
  const idempotencyKey = key && readers.idempotencyKeyOf?.(row, key, body);
  return { id, query, body, caller, idempotencyKey, precondition } as HandlerRequest<R> & {
    readonly precondition: Precondition;
  };
};
