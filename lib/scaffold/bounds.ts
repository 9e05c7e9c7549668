import { errorOf } from '../../functions/kit/model/check';
import { type Field, notBlank } from '../../functions/kit/model/field';
import { multiline } from '../../functions/kit/model/formats';
import { decimal, integer, number } from '../../functions/kit/model/kinds';

/**
 * Kind of a field: its code in the model, its rules, two valid values as code, and the form of a default, which needs no escapes.
 * A kind that can be unique has five values for it: of the two stored examples, and of the bodies of POST, PUT and PATCH.
 */
export type FieldKind = readonly [
  code: string,
  field: Field,
  one: string,
  other: string,
  form: RegExp,
  unique?: readonly string[],
];

export const forms = {
  integer: /^-?(0|[1-9]\d{0,14})$/,
  number: /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/,
  text: /^[^'\\\s][^'\\]*$/,
  lines: /^[^'\\]*$/,
};

/** Values of a unique text. */
export const uniqueTexts = ['One text', 'Another text', 'A third text', 'A fourth text', 'A fifth text'];

/** Characters for which a unique text needs room, because the tests and `npm run verify` make values of so many. */
const MIN_UNIQUE = 64;

const MAX_PLACES = 8;

/** First and last value that a field allows. Each may be missing. */
type Range = { readonly low?: number; readonly high?: number };

const NUMBER = '(-?(?:0|[1-9]\\d*)(?:\\.\\d+)?)?';
const RANGE = new RegExp(`^${NUMBER}\\.\\.${NUMBER}$`);

const rangeOf = (text: string): Range | undefined => {
  const [found, low, high] = RANGE.exec(text) ?? [];
  if (found === undefined || found === '..') return undefined;
  return { ...(low && { low: Number(low) }), ...(high && { high: Number(high) }) };
};

/** Returns the code of a call whose last parameter has bounds by these names. Without bounds it has no such parameter. */
const callWith = (name: string, first: readonly unknown[], bounds: object) => {
  const members = Object.entries(bounds).map(([key, value]) => `${key}: ${value}`);
  return `${name}(${[...first, ...(members.length > 0 ? [`{ ${members.join(', ')} }`] : [])].join(', ')})`;
};

/** Makes a kind of numbers. `usual` are the values of its examples, if the bounds allow these. */
const ofNumbers = (name: 'integer' | 'number' | 'decimal', { low, high }: Range, places = 0): FieldKind | string => {
  const bounds = { ...(low !== undefined && { minimum: low }), ...(high !== undefined && { maximum: high }) };
  const kindWith = { integer, number, decimal: (some?: typeof bounds) => decimal(places, some) }[name];
  const [whole, field]: readonly [Field, Field] = [kindWith(), kindWith(bounds)];
  const wrong = [low, high].find((bound) => bound !== undefined && errorOf(whole, bound));
  if (wrong !== undefined) return `whose bound ${wrong} ${errorOf(whole, wrong)?.[1]}`;
  if (low !== undefined && high !== undefined && low >= high)
    return `whose bounds are ${low} and ${high}; put the smaller one first`;
  const usual = { integer: [1, 2], number: [0.5, 1.5], decimal: [9.99, 14.99] }[name];
  const others = [low, high].flatMap((bound) => (bound === undefined ? [] : [bound, bound + 1, bound - 1]));
  const values = [...usual, ...others].map(field.decimals?.round ?? Number).filter((value) => !errorOf(field, value));
  // Tools divide doubles, and refuse 19.99 as an example of two decimals (lib/check/examples.ts).
  const isExact = (value: number) => Number.isInteger(value / Number(`1e-${places}`));
  const [one, other] = new Set(name === 'decimal' ? [...values.filter(isExact), ...values] : values);
  const code = callWith(name, name === 'decimal' ? [places] : [], bounds);
  return [code, field, `${one}`, `${other}`, name === 'integer' ? forms.integer : forms.number];
};

/** Makes a kind of texts, whose bounds are numbers of characters. */
const ofTexts = (name: 'text' | 'multiline', { low, high }: Range): FieldKind | string => {
  const [minLength = 1, maxLength = 200] = [low, high];
  const isWhole = [minLength, maxLength].every((bound) => Number.isInteger(bound) && bound >= 0);
  if (!isWhole || maxLength < 1) return 'whose bounds are numbers of characters; write whole numbers';
  const room = name === 'text' ? maxLength : (high ?? 10_000);
  if (minLength > room) return `whose bounds are ${minLength} and ${room}; put the smaller one first`;
  const sized = (text: string) => `'${text.slice(0, room).trimEnd().padEnd(minLength, '.')}'`;
  const values = [sized('One text'), sized('Another text')] as const;
  const bounds = { ...(low && { minLength: low }), ...(high !== undefined && { maxLength: high }) };
  if (name === 'multiline') return [callWith(name, [], bounds), multiline(bounds), ...values, forms.lines];
  if (low === 0)
    return 'whose text may not be empty; let it begin with 1, and make the field optional, or use multiline';
  const unique = maxLength < MIN_UNIQUE ? undefined : uniqueTexts.map(sized);
  const isUsual = minLength === 1 && maxLength === 200;
  const code = isUsual ? 'Text' : callWith('notBlank', [], { minLength, maxLength });
  return [code, notBlank({ minLength, maxLength }), ...values, forms.text, unique];
};

/** Returns the kind of a text such as `integer(1..10)`, or the error of its bounds, which goes behind the field. */
export const boundedKindOf = (name: string, inside: string): FieldKind | string => {
  if (name === 'decimal') {
    const [, places = '', bounds] = /^(\d+)(?:,(.*))?$/.exec(inside) ?? [];
    if (!(Number(places) >= 1 && Number(places) <= MAX_PLACES))
      return `whose decimals are not told; write decimal(2), or any number from 1 to ${MAX_PLACES}, and bounds behind it, as in decimal(2,0..1000)`;
    const range = bounds === undefined ? {} : rangeOf(bounds);
    return range
      ? ofNumbers(name, range, Number(places))
      : `whose bounds are "${bounds}"; write them as in decimal(2,0..1000), decimal(2,0..) or decimal(2,..1000)`;
  }
  const isNumber = name === 'integer' || name === 'number';
  if (!isNumber && name !== 'text' && name !== 'multiline')
    return 'whose kind has no bounds; integer, number, decimal, text and multiline have';
  const range = rangeOf(inside);
  if (!range) return `whose bounds are "${inside}"; write them as in ${name}(1..10), ${name}(1..) or ${name}(..10)`;
  return isNumber ? ofNumbers(name, range) : ofTexts(name, range);
};
