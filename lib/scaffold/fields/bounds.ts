import { errorOf } from '../../../functions/kit/model/check';
import { type Field, notBlank } from '../../../functions/kit/model/field';
import { multiline } from '../../../functions/kit/model/formats';
import { decimal, integer, number } from '../../../functions/kit/model/kinds';
import { boundsOf, exampleNumbersOf, exampleTextsOf, maxLengthOf, type NamedField, type Range } from './usual';

/**
 * Kind of a field: its code in the model, its rules, the form of a default, which needs no escapes, and two or five valid values as
 * code.
 */
export type FieldKind = readonly [code: string, field: Field, form: RegExp, values: readonly string[]];

const forms = {
  integer: /^-?(0|[1-9]\d{0,14})$/,
  number: /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/,
  lines: /^[^'\\]*$/,
};

/** Form of a default that is not blank. */
export const TEXT = /^[^'\\\s][^'\\]*$/;

/** Returns the code of a text, which needs no escapes. */
export const quote = (text: string) => `'${text}'`;

const MAX_PLACES = 8;

const NUMBER = '(-?(?:0|[1-9]\\d*)(?:\\.\\d+)?)?';
const RANGE = new RegExp(`^${NUMBER}\\.\\.${NUMBER}$`);

const rangeOf = (text: string): Range | undefined => {
  const [found, low, high] = RANGE.exec(text) ?? [];
  if (found === undefined || found === '..') return undefined;
  return { ...(low && { low: Number(low) }), ...(high && { high: Number(high) }) };
};

/** Returns the code of a number. A large one has underscores. */
const codeOf = (value: number) =>
  Number.isInteger(value) && Math.abs(value) >= 10_000 ? value.toLocaleString('en').replaceAll(',', '_') : `${value}`;

/** Returns the code of a call whose last parameter has bounds by these names. Without bounds it has no such parameter. */
const callWith = (name: string, first: readonly unknown[], bounds: Readonly<Record<string, number>>) => {
  const members = Object.entries(bounds).map(([key, value]) => `${key}: ${codeOf(value)}`);
  return `${name}(${[...first, ...(members.length > 0 ? [`{ ${members.join(', ')} }`] : [])].join(', ')})`;
};

/** Bounds in the command, which win over the usual ones, and the number of decimals. */
type Parts = { readonly range?: Range; readonly places?: number };

/** Makes a kind of numbers. */
const ofNumbers = (
  name: 'integer' | 'number' | 'decimal',
  given: NamedField,
  { range = boundsOf(given), places = 0 }: Parts,
): FieldKind | string => {
  const { low, high } = range;
  const bounds = { ...(low !== undefined && { minimum: low }), ...(high !== undefined && { maximum: high }) };
  const kindWith = { integer, number, decimal: (some?: typeof bounds) => decimal(places, some) }[name];
  const [whole, field]: readonly [Field, Field] = [kindWith(), kindWith(bounds)];
  const wrong = [low, high].find((bound) => bound !== undefined && errorOf(whole, bound));
  if (wrong !== undefined) return `whose bound ${wrong} ${errorOf(whole, wrong)?.[1]}`;
  if (low !== undefined && high !== undefined && low >= high)
    return `whose bounds are ${low} and ${high}; put the smaller one first`;
  const code = callWith(name, name === 'decimal' ? [places] : [], bounds);
  const values = exampleNumbersOf(given, field, range).map(String);
  return [code, field, name === 'integer' ? forms.integer : forms.number, values];
};

/** Makes a kind of texts that are not blank. */
export const textKindOf = (given: NamedField, minLength = 1, maxLength = maxLengthOf(given)): FieldKind => {
  const bounds = { minLength, maxLength };
  const field = notBlank(bounds);
  return [callWith('notBlank', [], bounds), field, TEXT, exampleTextsOf(given, field).map(quote)];
};

/** Makes a kind of texts, whose bounds are numbers of characters. */
const ofTexts = (name: 'text' | 'multiline', given: NamedField, range: Range = {}): FieldKind | string => {
  const { low = 1, high = name === 'text' ? maxLengthOf(given) : 10_000 } = range;
  const isWhole = [low, high].every((bound) => Number.isInteger(bound) && bound >= 0);
  if (!isWhole || high < 1) return 'whose bounds are numbers of characters; write whole numbers';
  if (low > high) return `whose bounds are ${low} and ${high}; put the smaller one first`;
  if (name === 'text' && low === 0)
    return 'whose text may not be empty; let it begin with 1, and make the field optional, or use multiline';
  if (name === 'text') return textKindOf(given, low, high);
  const bounds = { ...(range.low && { minLength: low }), ...(range.high !== undefined && { maxLength: high }) };
  const field = multiline(bounds);
  return [callWith(name, [], bounds), field, forms.lines, exampleTextsOf(given, field).map(quote)];
};

/**
 * Returns the kind of a name and its bounds, such as `1..10` of an integer, or the error of the bounds, which goes behind the field.
 * Without bounds, the usual ones hold.
 */
export const boundedKindOf = (name: string, given: NamedField, inside?: string): FieldKind | string => {
  if (name === 'decimal') {
    const [, places = '', bounds] = /^(\d+)(?:,(.*))?$/.exec(inside ?? '') ?? [];
    if (!(Number(places) >= 1 && Number(places) <= MAX_PLACES))
      return `whose number of decimals is not from 1 to ${MAX_PLACES}; write decimal(2), or decimal(2,0..1000) with bounds`;
    const range = bounds === undefined ? undefined : rangeOf(bounds);
    return bounds === undefined || range
      ? ofNumbers(name, given, { range, places: Number(places) })
      : `whose bounds are "${bounds}"; write them as in decimal(2,0..1000), decimal(2,0..) or decimal(2,..1000)`;
  }
  const isNumber = name === 'integer' || name === 'number';
  if (!isNumber && name !== 'text' && name !== 'multiline')
    return 'whose kind has no bounds; integer, number, decimal, text and multiline have';
  const range = inside === undefined ? undefined : rangeOf(inside);
  if (inside !== undefined && !range)
    return `whose bounds are "${inside}"; write them as in ${name}(1..10), ${name}(1..) or ${name}(..10)`;
  return isNumber ? ofNumbers(name, given, { range }) : ofTexts(name, given, range);
};
