import { describe } from './check';
import type { Field, Issue } from './field';
import { parseMs } from './time';

type Bounds = { readonly minimum?: number; readonly maximum?: number };

/** Smallest absolute value of a number but 0 that DynamoDB stores. */
const MIN_NUMBER = 1e-130;

const checkNumber = ({ type, minimum = 0, maximum = 0 }: Field, value: unknown): Issue | undefined => {
  if (typeof value !== 'number')
    return ['type', `must be ${type === 'integer' ? 'an integer' : 'a number'}, not ${describe(value)}`];
  if (value > maximum) return ['too-large', `must be at most ${maximum}`];
  if (value < minimum) return ['too-small', `must be at least ${minimum}`];
  if (type === 'integer' && !Number.isInteger(value)) return ['type', `must be an integer, not ${value}`];
  if (value === 0 || Math.abs(value) >= MIN_NUMBER) return undefined;
  return ['too-small', `must be 0, or at least ${MIN_NUMBER} away from 0`];
};

/**
 * Whole number that a double holds exactly.
 * @example quantity: integer({ minimum: 1, maximum: 99 })
 */
export const integer = ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Bounds = {}) =>
  ({ type: 'integer', minimum, maximum, check: checkNumber, example: minimum }) as const satisfies Field;

/**
 * Number that DynamoDB stores and that comes back as the same double.
 * @example price: number({ minimum: 0 })
 */
export const number = ({ minimum = -1e125, maximum = 1e125 }: Bounds = {}) =>
  ({ type: 'number', minimum, maximum, check: checkNumber, example: minimum }) as const satisfies Field;

/** Significant digits of a decimal number that a double keeps, whatever they are. */
const DIGITS = 15;

/** Rounds half away from zero. First leaves out the digits that a sum of fractions has wrong, as in 0.1 + 0.2. */
const roundTo = (places: number) => (value: number) => {
  const factor = 10 ** places;
  // Adding 0 turns -0 into 0.
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * factor).toPrecision(DIGITS)))) / factor + 0;
};

const checkDecimal = (field: Field, value: unknown): Issue | undefined => {
  const error = checkNumber(field, value);
  const { places = 0, round = Number } = field.decimals ?? {};
  if (error || round(Number(value)) === value) return error;
  return ['format', `must have at most ${places} ${places === 1 ? 'decimal' : 'decimals'}`];
};

/**
 * Number with at most so many decimals, such as an amount of money, and at most 15 digits. Clients read such a number exactly as a
 * double (RFC 8259, section 6), and DynamoDB stores, sorts and adds it as a decimal number. The service rounds what handlers set,
 * because sums of doubles drift. For this reason other APIs, such as Stripe's, take whole cents: an `integer`.
 * @example price: decimal(2, { minimum: 0 })
 */
export const decimal = (places: number, bounds: Bounds = {}) => {
  const largest = (10 ** DIGITS - 1) / 10 ** places;
  const minimum = Math.max(bounds.minimum ?? -largest, -largest);
  const maximum = Math.min(bounds.maximum ?? largest, largest);
  const decimals = { places, round: roundTo(places) };
  return { type: 'number', decimals, minimum, maximum, check: checkDecimal, example: minimum } as const satisfies Field;
};

export const boolean = {
  type: 'boolean',
  check: (_: Field, value: unknown): Issue | undefined =>
    typeof value === 'boolean' ? undefined : ['type', `must be true or false, not ${describe(value)}`],
  example: true,
} as const satisfies Field;

/**
 * Text of a fixed set.
 * @example status: oneOf('draft', 'published')
 */
export const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  ({ oneOf: values, example: values[0] }) as const satisfies Field;

export const checkList = ({ maxItems = 0 }: Field, value: unknown): Issue | undefined => {
  if (!Array.isArray(value)) return ['type', `must be an array, not ${describe(value)}`];
  return value.length > maxItems ? ['too-long', `must have at most ${maxItems} items`] : undefined;
};

/**
 * List of at most 100 texts. A PATCH replaces the list as a whole.
 * @example tags: texts({ maxLength: 50 }, { maxItems: 20 })
 */
export const texts = <const F extends Field>(items: F, { maxItems = 100 }: { readonly maxItems?: number } = {}) =>
  ({ items, maxItems, check: checkList, example: [] as readonly string[] }) as const satisfies Field;

/** Matches a time with an offset (RFC 3339). */
const pattern = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Returns the time in UTC to the millisecond, or undefined for a time whose year in UTC has not four digits. */
export const parseInstant = (text: string) => {
  const ms = parseMs(text);
  const instant = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  return instant.length === 24 ? instant : undefined;
};

/** Time with an offset. Is stored and shown in UTC. */
export const instant = {
  maxLength: 64,
  pattern: [pattern, 'must be a time that exists, with an offset, such as 2026-11-01T09:30:00+01:00'],
  parse: parseInstant,
  example: '2026-11-01T08:30:00.000Z',
} as const satisfies Field;
