import { type Field, type Fields, optional } from './field';
import { Id, idListPattern } from './id';
import { OwnerFilter } from './text';
import { TimeBound } from './time';

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

/** Order and bounds that `readSort` has read, under a name that no parameter has. */
export const SORTING = '$sorting';

/** Place in a list, as the parameters of the next page: an id and in a sorted list its value, or the ids that are left. */
export type Position = Readonly<Partial<Record<'after' | 'afterValue', string>>> | { readonly id: readonly string[] };

export const isFilter = ({ unique, isIndexed, parent }: Field) => Boolean(unique || isIndexed || parent);

type Filter = { readonly unique: object } | { readonly isIndexed: true } | { readonly parent: object };
type Filters<F> = { readonly [K in keyof F as F[K] extends Filter ? K : never]: F[K] & { readonly isOptional: true } };

/** Reads a number as JSON writes it. Any other text stays a text, which the field refuses. */
const readNumber = (text: unknown) =>
  /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(String(text)) ? Number(text) : text;

/** Makes a query parameter of a field. A parameter is a text, and a missing one has no default. */
export const parameterOf = ({ default: _, ...field }: Field): Field =>
  field.type ? { ...field, check: (rules, text) => field.check?.(rules, readNumber(text)), parse: Number } : field;

type Optional<Own> = { readonly [K in keyof Own]: Own[K] & { readonly isOptional: true } };

/** Returns the query parameters that find resources by a unique field, an indexed field or a parent, and the list's own. */
const parametersOf = <const F extends Fields, const Own extends Fields>(fields: F, own: Own) => {
  const filters = Object.entries<Field>(fields).filter(([, field]) => isFilter(field));
  const parameters = [...filters.map(([name, field]) => [name, parameterOf(field)] as const), ...Object.entries(own)];
  return Object.fromEntries(parameters.map(([name, field]) => [name, optional(field)])) as object as Filters<F> &
    Optional<Own>;
};

/**
 * Returns the query parameters of a list: paging, time range, ids, the fields by which it finds resources, and the list's
 * own parameters.
 * @example OrderQuery = pageQuery(OrderInput)
 */
export const pageQuery = <const F extends Fields, const Own extends Fields = Record<never, Field>>(
  fields: F,
  own: Own = {} as Own,
) =>
  ({
    limit: {
      pattern: [/^[1-9]\d*$/, `must be a whole number of at least 1; more than ${MAX_LIMIT} counts as ${MAX_LIMIT}`],
      parse: (digits: string) => Math.min(Number(digits), MAX_LIMIT),
      default: '50',
    },
    after: optional({ ...Id, aliases: ['page', 'offset', 'skip', 'cursor', 'start', 'next'] }),
    order: { oneOf: ['desc', 'asc'] as const, default: 'desc', aliases: ['sort'] },
    createdSince: optional({ ...TimeBound, aliases: ['createdAfter', 'since', 'from'] }),
    createdBefore: optional({ ...TimeBound, aliases: ['before', 'to'] }),
    id: optional({ items: { ...Id, pattern: idListPattern }, maxItems: MAX_IDS, aliases: ['ids', 'id[]'] }),
    owner: OwnerFilter,
    ...parametersOf(fields, own),
  }) satisfies Fields;
