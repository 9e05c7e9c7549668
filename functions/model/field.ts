/**
 * Member of a JSON body, or query parameter. Clients send a string, or null if `isNullable` is set. The rules are
 * data, so that the OpenAPI document states exactly what the service checks.
 */
export type Field = {
  readonly minLength?: number;
  /** Maximum number of code points. A field with a maximum refuses lone surrogates and CONTROL. */
  readonly maxLength?: number;
  /**
   * Pattern that a value must match, and the error of a value that does not. The OpenAPI document
   * holds one pattern for a field, so the pattern of a field with a `maxLength` must refuse control characters, too.
   */
  readonly pattern?: readonly [pattern: RegExp, error: string];
  readonly oneOf?: readonly string[];
  readonly isOptional?: true;
  readonly isNullable?: true;
  /** Value of a field that the client resets with null. Without it, null removes the field. */
  readonly reset?: string;
  /** Value of a field that the client leaves out. */
  readonly default?: string;
  /** Maximum number of values of a parameter that can be repeated. */
  readonly maxItems?: number;
  /** Converts a value. Returns undefined for a value that the pattern allows, but that is not valid. */
  readonly parse?: (value: string) => unknown;
  /** Other names that clients try. The error for such a name suggests this field. */
  readonly aliases?: readonly string[];
};

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> =
  | (F extends { maxItems: number }
      ? readonly string[]
      : F extends { parse(value: string): infer T }
        ? NonNullable<T>
        : F extends { oneOf: readonly (infer T)[] }
          ? T
          : string)
  | (F extends { isNullable: true } ? undefined : never);

type OptionalName<F> = { [K in keyof F]: F[K] extends { isOptional: true } ? K : never }[keyof F];

/** Type of the result of `readValues`. */
export type ValuesOf<F> = { readonly [K in Exclude<keyof F, OptionalName<F>>]: ValueOf<F[K]> } & {
  readonly [K in OptionalName<F>]?: ValueOf<F[K]>;
};

export const optional = <const F extends Field>(field: F) => ({ ...field, isOptional: true }) as const;

export const withDefault = <const F extends Field, const D extends string>(field: F, value: D) =>
  ({ ...field, default: value }) as const;

/** Lets a client reset a field with null, as a merge patch (RFC 7396) does. */
export const nullable = <const F extends Field>(field: F, reset?: string) =>
  ({ ...field, isNullable: true, reset }) as const;

/** Control characters except tab, line feed and carriage return, as the inside of a character class. */
export const CONTROL = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';

const control = new RegExp(`[${CONTROL}]`);

/** Matches a text that is not only white space, in linear time: no character fits both of the first two parts. */
const visible = new RegExp(`^[^\\S${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`);

/** Makes a field refuse a text that is only white space. */
export const notBlank = <const F extends Field>(field: F) =>
  ({ ...field, pattern: [visible, 'must not be only white space'] }) as const;

const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Counts code points, because JSON Schema does. `length` counts UTF-16 code units. */
const codePoints = (value: string) => value.length - (value.match(surrogatePair)?.length ?? 0);

/** Compares code units first, because counting the code points of a long text takes time. */
const isLonger = (value: string, length: number) =>
  value.length > length && (value.length > 2 * length || codePoints(value) > length);

const isShorter = (value: string, length: number) => value.length < 2 * length && codePoints(value) < length;

const kindOf = (value: unknown) => (value instanceof Object ? (Array.isArray(value) ? 'Array' : 'Object') : value);

/** Returns the first error of a value only, because further errors often follow from the first. */
export const errorOf = (field: Field, value: unknown) => {
  const { minLength = 0, maxLength, pattern, oneOf, isOptional, isNullable, parse } = field;
  if (value === undefined) return isOptional ? undefined : 'is required';
  if (value === null && isNullable) return undefined;
  if (typeof value !== 'string') return `must be a string, not ${kindOf(value)}`;
  if (maxLength !== undefined) {
    if (control.test(value) || !value.isWellFormed()) return 'must not contain control characters or lone surrogates';
    if (isLonger(value, maxLength)) return `must be at most ${maxLength} characters long`;
  }
  if (isShorter(value, minLength))
    return minLength === 1 ? 'must not be empty' : `must be at least ${minLength} characters long`;
  if (oneOf && !oneOf.includes(value)) return `must be ${oneOf.join(' or ')}`;
  if (pattern && !(pattern[0].test(value) && (!parse || parse(value) !== undefined))) return pattern[1];
  return undefined;
};

/** Checks and converts the values of the fields. Calls `addError` with the error of each invalid value. */
export const readValues = (fields: Fields, values: object, addError: (name: string, error: string) => void) => {
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : field.default;
    const error = errorOf(field, value);
    if (error) addError(name, error);
    else if (value === null) result[name] = field.reset;
    else if (value !== undefined) result[name] = field.parse && typeof value === 'string' ? field.parse(value) : value;
  }
  return result;
};
