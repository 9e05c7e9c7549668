import type { ChangeRule } from './change-rule';
import type { ObjectCode } from './objects';
import type { QueryValues, Sorting, SortRequest } from './sorting';
import type { ValueOf } from './values';

/** Value of a field as clients send it and as the table stores it. */
export type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

/** Stable names of the rules that a part of a request breaks. */
export const ruleNames = [
  ['required', 'type', 'format', 'too-short', 'too-long', 'too-small', 'too-large', 'not-allowed'],
  ['read-only', 'unknown', 'repeated', 'conflict', 'taken', 'forbidden'],
] as const;
/** Rule that a value breaks, and the error to put behind the name of the field. */
export type Issue = readonly [rule: (typeof ruleNames)[number][number], detail: string];

/**
 * Member of a JSON body, or query parameter: a text, unless `type`, `items` or `fields` is set. Null is a value if `isNullable` is
 * set. The rules are data, so that the OpenAPI document states exactly what the service checks.
 */
export type Field = {
  /** Rule that at most one resource of the collection has a value. */
  readonly unique?: Unique;
  /** True if a list finds resources by their value of this field. */
  readonly isIndexed?: true;
  /** Set if lists can be sorted by the field. */
  readonly sorted?: Sorting;
  /** True if only handlers set the field. A body of POST or PUT may have it, without effect. */
  readonly isServerSet?: true;
  /** Rule of the changes from one value to another. */
  readonly changes?: ChangeRule;
  /** True if a PUT without the field keeps its value. A creation then stores the default. */
  readonly isKept?: true;
  /** Relation to the resource whose id the field holds. */
  readonly parent?: Relation;
  /** Attribute of the table that holds the field, if it has another name than `attributeOf` gives it. */
  readonly stored?: string;
  readonly type?: 'integer' | 'number' | 'boolean';
  readonly minimum?: number;
  readonly maximum?: number;
  /** Maximum number of decimals, and the function that rounds what a handler sets. */
  readonly decimals?: { readonly places: number; readonly round: (value: number) => number };
  /** Rules of each text of a list. A query parameter with `items` can be repeated. */
  readonly items?: Field;
  readonly maxItems?: number;
  /** Members of an object, and the code that reads, shows and changes an object or a list of objects. */
  readonly fields?: Fields;
  readonly shape?: ObjectCode;
  readonly minLength?: number;
  /** Maximum number of code points. A field with a maximum refuses lone surrogates and CONTROL. */
  readonly maxLength?: number;
  /** Pattern of a value, and the error of other values. With a `maxLength` it must refuse control characters, too. */
  readonly pattern?: readonly [pattern: RegExp, error: string];
  /** Set of values. With a `pattern`, its error stands for the list of all values. */
  readonly oneOf?: readonly string[];
  /** Format of JSON Schema. It bounds the length of a text. */
  readonly format?: 'date' | 'uuid';
  /** Returns the error of a value of this field, if the field is no text. */
  readonly check?: (field: Field, value: unknown) => Issue | undefined;
  readonly isOptional?: true;
  readonly isNullable?: true;
  /** Value of a field that the client resets with null. Without it, null removes the field. */
  readonly reset?: Value;
  /** Value of a field that the client leaves out, and of an item from before the field was added. */
  readonly default?: Value;
  /** Reads the order of a list and checks it. Is set in the parameter `sort` alone. */
  readonly readSort?: (query: QueryValues, refuse: (name: string, issue: Issue) => void) => SortRequest | undefined;
  /** Converts a text. Returns undefined for a text that the pattern allows, but that is not valid. */
  readonly parse?: (value: string) => unknown;
  /** Other names that clients try. The error for such a name suggests this field. */
  readonly aliases?: readonly string[];
  /** Valid value, for the run of a handler that warms it up. Other texts need none. */
  readonly example?: Value;
};

export type Fields = Readonly<Record<string, Field>>;

export type Unique = {
  /** Returns the form in which two values are compared. Without it, each value is compared as it is. */
  readonly normalize?: (value: string) => string;
  /** Name of the field in an error. By default the name of the member. */
  readonly label?: string;
  /** Name of the items that reserve values. By default a name of the collection and the field. */
  readonly claim?: string;
};

/** Relation of the resources of one kind, the children, to those of another, such as of orders to their customer. */
export type Relation = {
  /** Field of a child with the id of its parent. */
  readonly attribute: `${string}Id`;
  /** Attribute of the table that holds the field. By default a name of the child and the field. */
  readonly stored?: string;
  /** Noun of the parent, such as `customer`. */
  readonly parent: Lowercase<string>;
  /** True if callers may give a child to a parent of another owner. Never set it for a parent that is private. */
  readonly isParentShared?: true;
};

/**
 * Makes a field unique in its collection. `normalize` returns the form in which two values are compared.
 * @example sku: unique(Text, { normalize: (sku) => sku.toUpperCase() })
 */
export const unique = <const F extends Field>(field: F, rule: Unique = {}) => ({ ...field, unique: rule }) as const;

/** Lets a list find resources by a value, as `indexed(oneOf('draft', 'published'))`. */
export const indexed = <const F extends Field>(field: F) => ({ ...field, isIndexed: true }) as const;

/**
 * Lets a version show a field by another name: the field keeps the attribute of the table that it has in the first version.
 * @example fullName: storedAs('name', name)
 */
export const storedAs = <const F extends Field>(attribute: string, field: F) =>
  ({ ...field, stored: attribute, aliases: [...(field.aliases ?? []), attribute] }) as const;

/**
 * Lets only handlers set a field, which clients see. The field is optional or has a default, because a creation may not set it.
 * @example total: serverSet(withDefault(integer({ minimum: 0 }), 0))
 */
export const serverSet = <const F extends Field & ({ readonly isOptional: true } | { readonly default: Value })>(
  field: F,
) => ({ ...field, isServerSet: true, isKept: true }) as const;

export const optional = <const F extends Field>(field: F) => ({ ...field, isOptional: true }) as const;

/**
 * Gives a field a default, in the form in which the service stores and shows it.
 * @example content: withDefault({ maxLength: 1000 }, '')
 */
export const withDefault = <const F extends Field, const D extends ValueOf<F> & Value>(field: F, value: D) => {
  const parsed = typeof value === 'string' ? field.parse?.(value) : undefined;
  return { ...field, default: (parsed ?? value) as D };
};

/**
 * Lets a client reset a field with null, as a merge patch (RFC 7396) does.
 * @example note: nullable(optional({ maxLength: 1000 }))
 */
export const nullable = <const F extends Field>(field: F, reset?: Value) =>
  ({ ...field, isNullable: true, reset }) as const;

/** Control characters except tab, line feed and carriage return, as the inside of a character class. */
export const CONTROL = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';

/** Matches a text that is not only white space, in linear time: no character fits both of the first two parts. */
const visible = new RegExp(`^[^\\S${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`);

/** Refuses a text that is only white space, as `notBlank({ minLength: 1, maxLength: 200 })`. */
export const notBlank = <const F extends Field>(field: F) =>
  ({ ...field, pattern: [visible, 'must not be only white space'] }) as const;
