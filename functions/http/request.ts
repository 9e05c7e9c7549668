import { instantOf, isId, SKEW_MS } from '../model/id';
import type { Members, Output } from '../model/member';
import type { Content } from './content';
import type { Asked } from './event';
import type { Once } from './idempotency';
import { isCreation, type Precondition, readPrecondition } from './precondition';
import { type Fault, invalid, notFound, Problem } from './problem';
import { readQuery } from './query';
import { methodOf, pathOf, type Row } from './row';

/** What a handler is given: just what its row says that the route has. */
export type Request<R extends Row> = (R['routeKey'] extends `${string}{id}` ? { readonly id: string } : unknown) &
  (R['takes'] extends Members ? { readonly body: Output<R['takes']> } : unknown) &
  (R['query'] extends Members ? { readonly query: Output<R['query']> } : unknown) &
  (R['routeKey'] extends `POST ${string}` ? { readonly once?: Once } : unknown) &
  (R['routeKey'] extends `${'PUT' | 'PATCH' | 'DELETE'} ${string}` ? { readonly precondition: Precondition } : unknown);

const checkNewId = (id: string) => {
  if (isId(id) && instantOf(id) <= Date.now() + SKEW_MS) return;
  const detail = 'To create under this id, it must be a lower-case UUIDv7 of a time that is not in the future.';
  throw new Problem(400, 'invalid-id', detail);
};

/** Reads all that the row takes, and says all that is wrong with it at once; a route without content brings no reader. */
export const readRequest = <R extends Row>(row: R, event: Asked, content?: Content) => {
  const faults: Fault[] = [];
  const precondition = readPrecondition(event.headers, faults);
  const id = pathOf(row).endsWith('{id}') ? (event.pathParameters?.id ?? '') : undefined;
  if (id !== undefined && isCreation(methodOf(row), precondition)) checkNewId(id);
  else if (id !== undefined && !isId(id)) throw notFound();
  const key = content?.readKey(row, event, faults);
  const query = readQuery(row.query ?? {}, event.rawQueryString, faults);
  const body = content?.readBody(row, event, faults);
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
  const once = key && content?.onceOf(row, key, body);
  return { id, query, body, once, precondition } as Request<R> & { readonly precondition: Precondition };
};
