import { readBody } from './body';
import { idempotencyKeyOf, readKey } from './idempotency';
import { checkNewId } from './precondition';

/**
 * Readers of what only a request with a body has: the body, the idempotency key, and the id of a new resource. They are a
 * third of our code in a bundle. `readRequest` takes them as an argument, so that other bundles leave them out.
 */
export const contentReader = { checkNewId, readBody, readKey, idempotencyKeyOf };

export type ContentReader = typeof contentReader;
