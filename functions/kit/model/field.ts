/** Value of a field as clients send it and as the table stores it. */
export type Value = string | number | boolean | readonly string[];

/**
 * Member of a JSON body, or query parameter: a text, unless `type` or `items` is set. Null is a value if `isNullable` is
 * set. The rules are data, so that the OpenAPI document states exactly what the service checks.
 */
export type Field = {
  readonly type?: 'integer' | 'number' | 'boolean';
  readonly minimum?: number;
  readonly maximum?: number;
  /** Rules of each text of a list. A query parameter with `items` can be repeated. */
  readonly items?: Field;
  readonly maxItems?: number;
  readonly minLength?: number;
  /** Maximum number of code points. A field with a maximum refuses lone surrogates and CONTROL. */
  readonly maxLength?: number;
  /**
   * Pattern that a value must match, and the error of a value that does not. The OpenAPI document
   * holds one pattern for a field, so the pattern of a field with a `maxLength` must refuse control characters, too.
   */
  readonly pattern?: readonly [pattern: RegExp, error: string];
  readonly oneOf?: readonly string[];
  /** Returns the error of a value of this field, if the field is no text. */
  readonly check?: (field: Field, value: unknown) => string | undefined;
  readonly isOptional?: true;
  readonly isNullable?: true;
  /** Value of a field that the client resets with null. Without it, null removes the field. */
  readonly reset?: Value;
  /** Value of a field that the client leaves out, and of an item from before the field was added. */
  readonly default?: Value;
  /** Converts a text. Returns undefined for a text that the pattern allows, but that is not valid. */
  readonly parse?: (value: string) => unknown;
  /** Other names that clients try. The error for such a name suggests this field. */
  readonly aliases?: readonly string[];
  /** Valid value, for the run of a handler that warms it up. Other texts need none. */
  readonly example?: Value;
};

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> =
  | (F extends { items: infer Item }
      ? readonly ValueOf<Item>[]
      : F extends { type: 'boolean' }
        ? boolean
        : F extends { type: string }
          ? number
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

/** Gives a field a default, in the form in which the service stores and shows it. */
export const withDefault = <const F extends Field, const D extends ValueOf<F> & Value>(field: F, value: D) => {
  const parsed = typeof value === 'string' ? field.parse?.(value) : undefined;
  return { ...field, default: (parsed ?? value) as D };
};

/** Lets a client reset a field with null, as a merge patch (RFC 7396) does. */
export const nullable = <const F extends Field>(field: F, reset?: Value) =>
  ({ ...field, isNullable: true, reset }) as const;

/** Control characters except tab, line feed and carriage return, as the inside of a character class. */
export const CONTROL = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';

/** Matches a text that is not only white space, in linear time: no character fits both of the first two parts. */
const visible = new RegExp(`^[^\\S${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`);

/** Makes a field refuse a text that is only white space. */
export const notBlank = <const F extends Field>(field: F) =>
  ({ ...field, pattern: [visible, 'must not be only white space'] }) as const;
