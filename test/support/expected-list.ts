import type { Fields } from '../../functions/kit/model/field';

/*
 * The lists that the contract promises, computed in memory from the resources. Shares no code with the service.
 */

/** Resource as its GET shows it. */
export type Shown = Readonly<Record<string, unknown>>;
export type ListParameters = Readonly<Record<string, string>>;

/** Bytes by which lists compare texts. The last character may end behind these. */
const COMPARED = 984;

/** Returns the characters of a text by which lists compare it. Lower case has two small sigmas in Greek, and folding has one. */
const fold = (text: unknown) => {
  let bytes = 0;
  return [...String(text).toLowerCase().normalize('NFC').replaceAll('ς', 'σ')].filter((character) => {
    bytes += Buffer.byteLength(character);
    return bytes - Buffer.byteLength(character) < COMPARED;
  });
};

const pointOf = (character: string | undefined) => character?.codePointAt(0) ?? -1;

/** Compares two values: numbers by their size, and texts by their code points. Returns a negative number for a lesser one. */
export const compare = (one: unknown, other: unknown) => {
  if (typeof one === 'number' && typeof other === 'number') return one < other ? -1 : Number(one > other);
  const [left, right] = [fold(one), fold(other)];
  const at = left.findIndex((character, index) => character !== right[index]);
  return at < 0 ? left.length - right.length : pointOf(left[at]) - pointOf(right[at]);
};

/** Bounds of a sorted field, by the ends of their names. */
const bounds: Readonly<Record<string, (value: unknown, bound: string) => boolean>> = {
  Min: (value, bound) => Number(value) >= Number(bound),
  Max: (value, bound) => Number(value) <= Number(bound),
  Since: (value, bound) => Date.parse(String(value)) >= Date.parse(bound),
  Before: (value, bound) => Date.parse(String(value)) < Date.parse(bound),
  Prefix: (value, bound) => fold(value).join('').startsWith(fold(bound).join('')),
};

const times = ['createdSince', 'createdBefore'];

/** Returns the field that a parameter bounds, and the test of its values. A text `created` has no bound `createdSince`. */
const boundOf = (fields: Fields, parameter: string) =>
  Object.keys(bounds).flatMap((end) => {
    const name = parameter.slice(0, -end.length);
    return parameter.endsWith(end) && fields[name]?.sorted && !fields[parameter] && !times.includes(parameter)
      ? [{ name, isWithin: bounds[end] }]
      : [];
  })[0];

const others = ['sort', 'order', 'limit'];

/** Tells whether a resource passes a parameter. */
const passes = (fields: Fields, shown: Shown, [parameter, asked]: readonly [string, string]) => {
  const bound = boundOf(fields, parameter);
  if (others.includes(parameter)) return true;
  if (bound) return shown[bound.name] !== undefined && bound.isWithin?.(shown[bound.name], asked);
  if (parameter === 'createdSince') return String(shown.createdAt) >= asked;
  if (parameter === 'createdBefore') return String(shown.createdAt) < asked;
  return String(shown[parameter]) === asked;
};

/** Returns the list of the resources that pass all parameters, in the order that they ask for. `owner` is no `me` here. */
export const expectedList = (fields: Fields, all: readonly Shown[], parameters: ListParameters) => {
  const asked = Object.entries(parameters);
  const bounded = Object.keys(fields).find((name) => asked.some(([each]) => boundOf(fields, each)?.name === name));
  const by = parameters.sort ?? bounded;
  const found = all.filter((shown) => asked.every((each) => passes(fields, shown, each)));
  const sorted = found
    .filter((shown) => !by || shown[by] !== undefined)
    .sort((one, other) => (by && compare(one[by], other[by])) || compare(one.id, other.id));
  return parameters.order === 'asc' ? sorted : sorted.reverse();
};
