import { readBody } from './body';
import { idempotencyKeyOf, readKey } from './idempotency';

/**
 * Readers of the body and of the idempotency key, which are a third of our code in a bundle. `readRequest` takes them as
 * an argument, so that the bundles of routes without a body leave them out.
 */
export const contentReader = { readBody, readKey, idempotencyKeyOf };

export type ContentReader = typeof contentReader;
