import { CONTROL, type Field, type Fields, type Issue } from './field';
import { idPattern } from './id';
import type { StoredField } from './models';

const control = /* @__PURE__ */ (() => new RegExp(`[${CONTROL}]`))();

const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Counts code points, because JSON Schema does. `length` counts UTF-16 code units. */
const codePoints = (value: string) => value.length - (value.match(surrogatePair)?.length ?? 0);

/** Compares code units first, because counting the code points of a long text takes time. */
const isLonger = (value: string, length: number) =>
  value.length > length && (value.length > 2 * length || codePoints(value) > length);

const isShorter = (value: string, length: number) => value.length < 2 * length && codePoints(value) < length;

const textError = (field: Field, value: string): Issue | undefined => {
  const { minLength = 0, maxLength, pattern, oneOf, parse } = field;
  if (maxLength !== undefined) {
    if (control.test(value) || !value.isWellFormed())
      return ['format', 'must not contain control characters or lone surrogates'];
    if (isLonger(value, maxLength)) return ['too-long', `must be at most ${maxLength} characters long`];
  }
  if (isShorter(value, minLength))
    return ['too-short', minLength === 1 ? 'must not be empty' : `must be at least ${minLength} characters long`];
  if (oneOf && !oneOf.includes(value))
    return ['not-allowed', pattern?.[1] ?? `must be ${oneOf.join(', ').replace(/,(?!.*,)/, ' or')}`];
  if (pattern && !(pattern[0].test(value) && (!parse || parse(value) !== undefined))) return ['format', pattern[1]];
  return undefined;
};

/** Tells whether a value is of the JSON type of a field. Stored values are checked by this alone. */
export const isOfType = ({ type, items, fields }: Field, value: unknown) => {
  if (items) return Array.isArray(value);
  if (fields) return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === (type === 'integer' ? 'number' : (type ?? 'string'));
};

/** Returns what a response shows of a stored value. A value that is older than the field, or malformed, is the default. */
export const show = (field: Field, value: unknown): unknown => {
  if (!isOfType(field, value)) return field.default;
  return field.shape ? (field.shape.show(field, value) ?? field.default) : value;
};

/** Returns the value of a field that a response shows. An item that is older than the field shows the default. */
export const shownIn = ({ field, attribute }: StoredField, item: Readonly<Record<string, unknown>>) =>
  show(field, item[attribute]);

/** Names a value of the wrong type in an error. */
export const describe = (value: unknown) => {
  if (typeof value === 'string') return 'a string';
  return value instanceof Object ? (Array.isArray(value) ? 'Array' : 'Object') : value;
};

/** Returns the first error of a value only, because further errors often follow from the first. */
export const errorOf = (field: Field, value: unknown): Issue | undefined => {
  if (value === undefined) return field.isOptional ? undefined : ['required', 'is required'];
  if (value === null && field.isNullable) return undefined;
  if (field.check) return field.check(field, value);
  return typeof value === 'string' ? textError(field, value) : ['type', `must be a string, not ${describe(value)}`];
};

/** Place inside a value: the names of members, and the indexes of items. */
export type Path = readonly (string | number)[];

/** Receives the error of a value, or of a part at a path. For an unknown member, `fields` are those of its object. */
export type AddError = (error: Issue, path?: Path, fields?: Fields) => void;

/** Checks and converts the items of a list. */
export const readList = (items: Field, values: readonly unknown[], addError: AddError): unknown[] =>
  values.map((item, index) =>
    readValue(items, item, (error, path = [], fields) => addError(error, [index, ...path], fields)),
  );

const readValue = (field: Field, value: unknown, addError: AddError): unknown => {
  const { parse, items, shape } = field;
  const error = errorOf(field, value);
  if (error) return addError(error);
  if (value === null) return field.reset;
  if (shape && value !== undefined) return shape.read(field, value, addError);
  if (items && Array.isArray(value)) return readList(items, value, addError);
  // JSON.parse reads -0.
  if (value === 0) return 0;
  return parse && typeof value === 'string' ? parse(value) : value;
};

/** Checks and converts the values of the fields. Calls `addError` with the error of each invalid value. */
export const readValues = (
  fields: Fields,
  values: object,
  addError: (name: string, ...rest: Parameters<AddError>) => void,
) => {
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : field.default;
    const read = readValue(field, value, (...error) => addError(name, ...error));
    if (value !== undefined) result[name] = read;
  }
  return result;
};

/** Rounds what a handler has computed to the decimals of its field. */
export const rounded = (field: Field, value: unknown): unknown => {
  if (field.shape) return field.shape.round(field, value);
  return typeof value === 'number' && field.decimals ? field.decimals.round(value) : value;
};

/** Returns a new value as the table stores it, or the change of a stored object. `isPart` is true for a PATCH. */
export const newStoredValue = (field: Field, value: unknown, isPart: boolean) =>
  field.shape && value !== undefined ? field.shape.change(field, value, isPart) : value;

/** Id of no resource. */
export const someId = '00000000-0000-7000-8000-000000000000';
/** Value of each text without an example. A field whose pattern asks for an @ accepts it, too. */
const someText = 'nobody@example.com';

export const exampleOf = ({ example, pattern }: Field) => example ?? (pattern === idPattern ? someId : someText);
