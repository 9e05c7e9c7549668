import { content } from './content';
import { handleBy } from './handle';
import type { Members } from './member';
import type { Row } from './row';

/** A handler for a row that takes something; all else is as with `handle`. */
export const handleContent = <const R extends Row & { readonly takes: Members }>(
  row: R,
  run: Parameters<typeof handleBy<R>>[1],
) => handleBy(row, run, content);
