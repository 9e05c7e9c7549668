import { type Field, type Fields, optional } from './field';
import { pageQuery } from './page';
import { endOf, type SortKind, sortKindOf } from './sort-kinds';
import { COMPARED_BYTES, SEPARATOR, textKey } from './sorted';
import type { QueryValues } from './sorting';

/** Sorted field with its bounds, by the names of their parameters. */
type SortedField = SortKind & { readonly name: string; readonly field: Field; readonly parameters: readonly string[] };

const sortedIn = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, field]): SortedField[] => {
    if (!field.sorted) return [];
    const kind = sortKindOf(field);
    return [{ ...kind, name, field, parameters: Object.keys(kind.bounds).map((end) => `${name}${end}`) }];
  });

/** Returns the first and the last key within the bounds of a query. */
const rangeOf = ({ name, bounds }: SortedField, query: QueryValues) => {
  const range = { low: SEPARATOR, high: endOf('') };
  for (const [end, { low, high }] of Object.entries(bounds)) {
    const value = query[`${name}${end}`];
    if (value === undefined) continue;
    range.low = low?.(value) ?? range.low;
    range.high = high?.(value) ?? range.high;
  }
  return range;
};

/** Makes the test whether a value is within the bounds of a query. */
const limitOf = (each: SortedField, query: QueryValues) => {
  const { low, high } = rangeOf(each, query);
  const [lowest, highest] = [Buffer.from(low), Buffer.from(high)];
  return (value: unknown) => {
    const key = Buffer.from(each.field.sorted?.keyOf(value, '') ?? '');
    return lowest.compare(key) <= 0 && key.compare(highest) <= 0;
  };
};

/** Makes the reader of the order in a query, and checks how its parameters go together. */
const readerOf =
  (fields: readonly SortedField[]): NonNullable<Field['readSort']> =>
  (query, refuse) => {
    const limited = fields.filter(({ parameters }) => parameters.some((name) => query[name] !== undefined));
    // A bound without `sort` sorts by its field, because the index finds what is within the bound.
    const isSorted = ({ field: { sorted } }: SortedField) =>
      sorted?.isWhole || sorted?.within.some((word) => query[word] !== undefined);
    const by = fields.find(({ name }) => name === query.sort) ?? limited.find(isSorted) ?? limited[0];
    const { after, afterValue } = query;
    if (!by) {
      if (afterValue !== undefined) refuse('afterValue', ['conflict', 'is only for a list that is sorted']);
      return undefined;
    }
    const { name, field, parameters } = by;
    if (!isSorted(by)) {
      const sent = query.sort === name ? 'sort' : parameters.find((word) => query[word] !== undefined);
      const words = field.sorted?.within.join(' or ');
      const rule = words ? `goes with ${words}` : 'has no sorted list yet';
      refuse(sent ?? name, ['conflict', sent === 'sort' ? `by ${name} ${rule}` : rule]);
    }
    if ((after === undefined) !== (afterValue === undefined))
      refuse('after', ['conflict', 'goes with afterValue in a list that is sorted; follow the Link header']);
    for (const each of limited) {
      const { low, high } = rangeOf(each, query);
      const [first, last = ''] = each.parameters;
      if (each.later && low >= high) refuse(last, ['too-small', `${each.later} ${first}`]);
    }
    return {
      name,
      range: rangeOf(by, query),
      start: after === undefined ? undefined : `${afterValue}${SEPARATOR}${after}`,
      limits: Object.fromEntries(
        limited.filter((each) => each !== by).map((each) => [each.name, limitOf(each, query)]),
      ),
    };
  };

/**
 * Returns the query parameters of a list that can be sorted by some of its fields.
 * @example ProductQuery = sortedPageQuery(ProductInput)
 */
export const sortedPageQuery = <const F extends Fields, const Own extends Fields = Record<never, Field>>(
  fields: F,
  own?: Own,
) => {
  const sorted = sortedIn(fields);
  const bounds = sorted.flatMap(({ name, bounds }) =>
    Object.entries(bounds).map(([end, { field }]) => [`${name}${end}`, optional(field)]),
  );
  const { limit, after, ...others } = pageQuery(fields, own);
  const sort = { oneOf: sorted.map(({ name }) => name), readSort: readerOf(sorted), isOptional: true } as const;
  // A point ends the value of a position, because a parameter cannot be empty, and a text can.
  const parse = (text: string) => textKey(text.slice(0, -1));
  const afterValue = optional({ minLength: 1, maxLength: COMPARED_BYTES + 1, parse });
  return { limit, after, sort, afterValue, ...Object.fromEntries(bounds), ...others } as object as ReturnType<
    typeof pageQuery<F, Own>
  > & { readonly sort: typeof sort; readonly afterValue: typeof afterValue };
};
