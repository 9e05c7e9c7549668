import { isRecord } from './template/intrinsics';

// These functions look at the shape of an error. In jest `instanceof Error` is false for the errors of Node, because
// those errors come from another realm.

/** Returns the message of an error, or another thrown value as text. */
export const messageOf = (error: unknown): string =>
  isRecord(error) && typeof error.message === 'string' ? error.message : String(error);

/** Returns the code that Node gives an error, such as EADDRINUSE or ERR_PARSE_ARGS_UNKNOWN_OPTION. */
export const codeOf = (error: unknown): string | undefined =>
  isRecord(error) && typeof error.code === 'string' ? error.code : undefined;
