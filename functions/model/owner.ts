import type { Field } from './field';

/** Owner of a resource: the hash of a caller. */
export const Owner = {
  minLength: 22,
  maxLength: 22,
  pattern: [/^[\w-]+$/, 'must be the hash of a caller, as `owner` shows it'],
  isOptional: true,
} satisfies Field;
