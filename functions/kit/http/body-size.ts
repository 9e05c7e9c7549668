import { Problem } from '../rules/problem';

/** Maximum size of a body. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Returns the 413 of a body of this length. */
export const tooLarge = (length: number) =>
  new Problem(413, 'body-too-large', `The body is ${length} bytes long; at most ${MAX_BODY_BYTES} are allowed.`);
