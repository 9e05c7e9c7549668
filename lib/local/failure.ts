import { isRecord } from './template/intrinsics';

// By shape rather than `instanceof`: in a test environment Node's own errors come from another realm.

export function messageOf(error: unknown): string {
  return isRecord(error) && typeof error.message === 'string' ? error.message : String(error);
}

/** Node's name for what went wrong: EADDRINUSE, EACCES, ERR_PARSE_ARGS_UNKNOWN_OPTION. */
export function codeOf(error: unknown): string | undefined {
  return isRecord(error) && typeof error.code === 'string' ? error.code : undefined;
}
