import { type Fields, optional } from './field';
import { Id } from './id';

const MAX_LIMIT = 100;

export type Page = { readonly limit: number; readonly after?: string; readonly order: 'desc' | 'asc' };

/** Returns the query parameters of a list: paging, and the list's own filters. */
export const pageQuery = <const Own extends Fields>(own: Own) =>
  ({
    limit: {
      pattern: [/^[1-9]\d*$/, `must be a whole number from 1 to ${MAX_LIMIT}`],
      parse: (digits: string) => Math.min(Number(digits), MAX_LIMIT),
      default: '50',
    },
    after: optional(Id),
    order: { oneOf: ['desc', 'asc'] as const, default: 'desc' },
    ...own,
  }) satisfies Fields;
