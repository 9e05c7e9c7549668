import { createdAtMsOf, isId, MAX_CLOCK_SKEW_MS } from '../model/id';
import { readBody } from './body';
import { idempotencyKeyOf, readKey } from './idempotency';
import { Problem } from './problem';

/** Throws 400 unless a new id is a UUIDv7 that is not of the future. Its time becomes `createdAt`. */
const checkNewId = (id: string) => {
  if (isId(id) && createdAtMsOf(id) <= Date.now() + MAX_CLOCK_SKEW_MS) return;
  const detail = 'To create under this id, it must be a lower-case UUIDv7 of a time that is not in the future.';
  throw new Problem(400, 'invalid-id', detail);
};

/**
 * Readers that only a request with a body needs. They are a sixth of the bundle of such a route. `readRequest` takes them
 * as an argument, so that the bundles of other routes leave them out.
 */
export const contentReaders = { checkNewId, readBody, readKey, idempotencyKeyOf };

export type ContentReaders = typeof contentReaders;
