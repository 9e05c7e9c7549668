import { content } from '../http/content';
import type { Row } from '../http/row';
import type { Members } from '../model/member';
import { handleBy } from './handle';

/** A handler for a row that takes something; all else is as with `handle`. */
export const handleContent = <const R extends Row & { readonly takes: Members }>(
  row: R,
  run: Parameters<typeof handleBy<R>>[1],
) => handleBy(row, run, content);
