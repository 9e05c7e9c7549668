import {
  type AddError,
  describe,
  exampleOf,
  isOfType,
  newStoredValue,
  readList,
  readValues,
  rounded,
  show,
} from './check';
import type { Field, Fields, Issue } from './field';
import { checkList } from './kinds';

/** Code for objects or lists of objects. Their fields bring it, so that the bundles of other models do not hold it. */
export type ObjectCode = {
  /** Checks and converts a value that a client or a handler sends. */
  readonly read: (field: Field, value: unknown, addError: AddError) => unknown;
  /** Returns what a response shows of a stored value, or undefined if it lacks a required member. */
  readonly show: (field: Field, stored: unknown) => unknown;
  /** Rounds what a handler has computed to the decimals of its members. */
  readonly round: (field: Field, value: unknown) => unknown;
  /** Returns a new value as the table stores it, or the change of a stored object. `isPart` is true for a PATCH. */
  readonly change: (field: Field, value: unknown, isPart: boolean) => unknown;
};

/** Rules that only a field of the resource can have, because lists, parents and states do not look into objects. */
export const RESOURCE_RULES = ['unique', 'isIndexed', 'sorted', 'parent', 'isServerSet', 'changes'] as const;

/** Field inside an object. */
type Member = Field & { readonly [Rule in (typeof RESOURCE_RULES)[number]]?: never };
type ObjectFields = Readonly<Record<string, Member>>;

const memberOf = (value: unknown, name: string): unknown => Object(value)[name];

/** Change of a stored object. Members without a new value stay, also those that this version does not know. */
export class Merge {
  readonly #fields: Fields;
  /** New values by the names of the fields. `undefined` removes a member. */
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(fields: Fields, values: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
    this.#values = values;
  }

  /** Lists the members that change, each with its stored name. */
  members() {
    return Object.entries(this.#values).map(([name, value]) => {
      const field = this.#fields[name] ?? {};
      return { stored: field.stored ?? name, value, byDefault: field.default };
    });
  }

  /** Returns the whole object after the change. */
  applyTo(before: unknown): unknown {
    const after: Record<string, unknown> = { ...Object(before) };
    for (const { stored, value } of this.members()) {
      const member = value instanceof Merge ? value.applyTo(after[stored]) : value;
      if (member === undefined) delete after[stored];
      else after[stored] = member;
    }
    return after;
  }

  /** Returns the path of the first required member that an object lacks. */
  missingIn(whole: unknown, fields = this.#fields): readonly string[] | undefined {
    for (const [name, field] of Object.entries(fields)) {
      const member = memberOf(whole, field.stored ?? name);
      if (member === undefined && !field.isOptional && field.default === undefined) return [name];
      const below = member === undefined ? undefined : this.missingIn(member, field.fields ?? {});
      if (below) return [name, ...below];
    }
    return undefined;
  }
}

const shapeOfObject: ObjectCode = {
  read: ({ fields = {} }, value, addError) => {
    for (const name of Object.keys(Object(value)))
      if (!Object.hasOwn(fields, name)) addError(['unknown', 'is not a member'], [name], fields);
    return readValues(fields, Object(value), (name, error, path = [], among) =>
      addError(error, [name, ...path], among),
    );
  },
  show: ({ fields = {} }, stored) => {
    const shown: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const value = show(field, memberOf(stored, field.stored ?? name));
      if (value !== undefined) shown[name] = value;
      else if (!field.isOptional) return undefined;
    }
    return shown;
  },
  round: ({ fields = {} }, value) => {
    if (!(value instanceof Object)) return value;
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([name, member]) => [name, rounded(fields[name] ?? {}, member)]));
  },
  change: ({ fields = {} }, value, isPart) => {
    const own = Object.entries(fields).filter(([name]) => !isPart || name in Object(value));
    const values = own.map(([name, field]) => [name, newStoredValue(field, memberOf(value, name), isPart)]);
    return new Merge(fields, Object.fromEntries(values));
  },
};

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const shapeOfList: ObjectCode = {
  read: ({ items = {} }, value, addError) => readList(items, itemsOf(value), addError),
  show: ({ items = {} }, stored) => {
    const shown = itemsOf(stored).map((item) => show(items, item));
    return shown.includes(undefined) ? undefined : shown;
  },
  round: ({ items = {} }, value) => (Array.isArray(value) ? value.map((item) => rounded(items, item)) : value),
  // A list is replaced as a whole.
  change: ({ items = {} }, value) =>
    itemsOf(value).map((item) => {
      const change = newStoredValue(items, item, false);
      return change instanceof Merge ? change.applyTo(undefined) : change;
    }),
};

const checkObject = (field: Field, value: unknown): Issue | undefined =>
  isOfType(field, value) ? undefined : ['type', `must be an object, not ${describe(value)}`];

/**
 * Object with at most 64 members, up to three deep. A PATCH changes the members that it has (RFC 7396).
 * @example address: object({ street: Text, city: Text, note: optional(Text) })
 */
export const object = <const F extends ObjectFields>(fields: F) => {
  const example = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, exampleOf(field)]));
  return { fields, check: checkObject, shape: shapeOfObject, example } as const satisfies Field;
};

/**
 * List of at most 100 objects. A PATCH replaces the list as a whole.
 * @example packages: objects({ weight: number({ minimum: 0 }), label: Text }, { maxItems: 10 })
 */
export const objects = <const F extends ObjectFields>(
  fields: F,
  { maxItems = 100 }: { readonly maxItems?: number } = {},
) =>
  ({
    items: object(fields),
    maxItems,
    check: checkList,
    shape: shapeOfList,
    example: [] as readonly never[],
  }) as const satisfies Field;
