import { createdAtMsOf, isId, MAX_CLOCK_SKEW_MS } from '../model/id';
import { readBody } from './body';
import type { ClientInput } from './event';
import { idempotencyKeyOf, readKey } from './idempotency';
import { isCreation } from './precondition';
import { Problem, type RequestError } from './problem';
import { checkErrors, checkId, type ReadParts, readParts } from './request';
import { hasId, methodOf, type Route } from './route';

/** Throws 400 unless a new id is a UUIDv7 that is not of the future. Its time becomes `createdAt`. */
const checkNewId = (id: string) => {
  if (isId(id) && createdAtMsOf(id) <= Date.now() + MAX_CLOCK_SKEW_MS) return;
  const detail = 'To create under this id, it must be a lower-case UUIDv7 of a time that is not in the future.';
  throw new Problem(400, 'invalid-id', detail);
};

/** Reads a request with a body by its route. Throws at once for a wrong id, body type or body size. */
export const readContent = <R extends Route>(route: R, event: ClientInput) => {
  const errors: RequestError[] = [];
  const request = readParts(route, event, errors);
  if (hasId(route)) (isCreation(methodOf(route), request.precondition) ? checkNewId : checkId)(request.id);
  const key = readKey(route, event, errors);
  const body = readBody(route, event, { caller: request.caller, errors });
  checkErrors(errors, request.caller);
  return { ...request, body, idempotencyKey: key && idempotencyKeyOf(route, key, body) } as object as ReadParts<R>;
};
