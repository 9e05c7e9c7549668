import type { Fields, ValuesOf } from '../model/field';
import { createdAtMsOf, isId, MAX_CLOCK_SKEW_MS } from '../model/id';
import { Owner } from '../model/owner';
import { type Asked, notOwner, readCaller } from './caller';
import type { ContentReader } from './content';
import type { ClientInput } from './event';
import type { IdempotencyKey } from './idempotency';
import type { checkListQuery } from './list-query';
import { isCreation, type Precondition, readPrecondition } from './precondition';
import { invalid, notFound, Problem, type RequestError } from './problem';
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

/** Throws 400 unless a new id is a UUIDv7 that is not of the future. Its time becomes `createdAt`. */
const checkNewId = (id: string) => {
  if (isId(id) && createdAtMsOf(id) <= Date.now() + MAX_CLOCK_SKEW_MS) return;
  const detail = 'To create under this id, it must be a lower-case UUIDv7 of a time that is not in the future.';
  throw new Problem(400, 'invalid-id', detail);
};

/** Readers of the parts that only some routes have. A route passes its own readers, so that its bundle has no others. */
type Readers = Partial<ContentReader> & { readonly checkQuery?: typeof checkListQuery };

/**
 * Reads a request by its row. Throws a wrong id, body type or body size at once, and all other errors as one Problem.
 */
export const readRequest = <R extends Row>(row: R, event: ClientInput, readers: Readers = {}) => {
  const errors: RequestError[] = [];
  const precondition = readPrecondition(event.headers, errors);
  const id = hasId(row) ? (event.pathParameters?.id ?? '') : undefined;
  if (id !== undefined && isCreation(methodOf(row), precondition)) checkNewId(id);
  else if (id !== undefined && !isId(id)) throw notFound();
  const key = readers.readKey?.(row, event, errors);
  const query = readQuery(row.query ?? {}, event.rawQueryString, errors);
  readers.checkQuery?.(query, { model: row.query ?? {}, sent: new URLSearchParams(event.rawQueryString) }, errors);
  const caller = readCaller(row, event);
  const takes = caller?.isAdmin && row.takes ? { ...row.takes, owner: Owner } : row.takes;
  const body = readers.readBody?.({ ...row, takes }, event, errors);
  const [first, ...rest] = errors;
  if (first) throw invalid([first, ...rest]);
  if (caller && !caller.id) throw notOwner('The token names neither a subject nor a client.');
  const idempotencyKey = key && readers.idempotencyKeyOf?.(row, key, body);
  return { id, query, body, caller, idempotencyKey, precondition } as HandlerRequest<R> & {
    readonly precondition: Precondition;
  };
};
