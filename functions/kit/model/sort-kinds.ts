import type { Field } from './field';
import { date } from './formats';
import { Timestamp } from './id';
import { instant, number, parseInstant } from './kinds';
import { parameterOf } from './page';
import { COMPARED_BYTES, numberKey, textKey } from './sorted';
import { TimeBound } from './time';

/** Is greater than the separator: a key with this value and any id is less. */
const AFTER_SEPARATOR = '~';

/** Returns a key that is greater than those of all texts with a prefix: one more of the greatest character than fits. */
export const endOf = (prefix: string) =>
  `${prefix}${'\u{10FFFF}'.repeat(2 + (COMPARED_BYTES - Buffer.byteLength(prefix)) / 4)}`;

type ToKey = (value: unknown) => string;

/** Query parameter that limits a list by a field, and the first or last key of the list. */
type Bound = { readonly field: Field; readonly low?: ToKey; readonly high?: ToKey };
/** Kind of a sorted field. */
export type SortKind = {
  /** Bounds by the ends of their names, such as `Min` of `priceMin`. */
  readonly bounds: Readonly<Record<string, Bound>>;
  /** Error of a second bound that leaves nothing behind the first one. */
  readonly later?: string;
};

const anyNumber = parameterOf(number());

const numbers: SortKind = {
  bounds: {
    Min: { field: anyNumber, low: numberKey },
    Max: { field: anyNumber, high: (value) => `${numberKey(value)}${AFTER_SEPARATOR}` },
  },
  later: 'must be at least',
};

const time: Field = {
  ...TimeBound,
  pattern: [TimeBound.pattern[0], 'must be a date such as 2026-11-01, or a time such as 2026-11-01T09:30:00+01:00'],
  parse: parseInstant,
};

const instants: SortKind = {
  bounds: { Since: { field: time, low: textKey }, Before: { field: time, high: textKey } },
  later: 'must be later than',
};

const dates: SortKind = {
  bounds: { Since: { field: date, low: textKey }, Before: { field: date, high: textKey } },
  later: 'must be later than',
};

// A character can become three by folding, of four bytes each.
const prefix: Field = { minLength: 1, maxLength: COMPARED_BYTES / 12, parse: textKey };

const texts: SortKind = {
  bounds: { Prefix: { field: prefix, low: String, high: (value) => endOf(String(value)) } },
};

export const sortKindOf = ({ type, pattern, format }: Field) => {
  if (type) return numbers;
  if (format === 'date') return dates;
  return pattern === instant.pattern || pattern === Timestamp.pattern ? instants : texts;
};
