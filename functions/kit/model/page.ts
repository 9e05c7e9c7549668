import { type Fields, optional } from './field';
import { Id, idListPattern } from './id';
import { Time } from './time';

const MAX_LIMIT = 100;
const MAX_IDS = 50;

export type Page = {
  readonly limit: number;
  readonly after?: string;
  readonly order: 'desc' | 'asc';
  /** First millisecond of the time range. */
  readonly createdSince?: number;
  /** Millisecond after the end of the time range. */
  readonly createdBefore?: number;
};

type Optional<Own> = { readonly [K in keyof Own]: Own[K] & { readonly isOptional: true } };

const allOptional = <const Own extends Fields>(own: Own) =>
  Object.fromEntries(Object.entries(own).map(([name, field]) => [name, optional(field)])) as Optional<Own>;

/**
 * Returns the query parameters of a list: paging, time range, ids, and the list's own parameters. Mark each call as
 * pure, so that esbuild leaves the parameters out of the bundles of the other routes.
 */
export const pageQuery = <const Own extends Fields>(own: Own) =>
  ({
    limit: {
      pattern: [/^[1-9]\d*$/, `must be a whole number of at least 1; more than ${MAX_LIMIT} counts as ${MAX_LIMIT}`],
      parse: (digits: string) => Math.min(Number(digits), MAX_LIMIT),
      default: '50',
    },
    after: optional({ ...Id, aliases: ['page', 'offset', 'skip', 'cursor', 'start', 'next'] }),
    order: { oneOf: ['desc', 'asc'] as const, default: 'desc', aliases: ['sort'] },
    createdSince: optional({ ...Time, aliases: ['createdAfter', 'since', 'from'] }),
    createdBefore: optional({ ...Time, aliases: ['before', 'to'] }),
    id: optional({ items: { ...Id, pattern: idListPattern }, maxItems: MAX_IDS, aliases: ['ids', 'id[]'] }),
    ...allOptional(own),
  }) satisfies Fields;
