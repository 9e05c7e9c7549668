import { Id } from './id';
import { type Members, optional } from './member';

const MOST = 100;

export type Page = { readonly limit: number; readonly after?: string; readonly order: 'desc' | 'asc' };

/** The parameters of a list: those that every list has, and its own. */
export const pageQuery = <const Own extends Members>(own: Own) =>
  ({
    limit: {
      like: [/^[1-9]\d*$/, `must be a whole number from 1 to ${MOST}`],
      read: (digits: string) => Math.min(Number(digits), MOST),
      default: '50',
    },
    after: optional(Id),
    order: { oneOf: ['desc', 'asc'] as const, default: 'desc' },
    ...own,
  }) satisfies Members;
