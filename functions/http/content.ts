import { readBody } from './body';
import { onceOf, readKey } from './idempotency';

/** How what a request brings is read; it is a third of what a bundle has of ours, and only some routes take something. */
export const content = { readBody, readKey, onceOf };

export type Content = typeof content;
