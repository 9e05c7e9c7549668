import { describe, exampleOf } from './check';
import type { Field, Fields, Issue } from './field';
import { checkList } from './kinds';

/** Field inside an object. Lists find and sort resources by their own fields only, and a parent or a state is one of these. */
type Member = Field & {
  readonly [Rule in 'unique' | 'isIndexed' | 'sorted' | 'parent' | 'isServerSet' | 'changes']?: never;
};
type ObjectFields = Readonly<Record<string, Member>>;

const checkObject = (_: Field, value: unknown): Issue | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : ['type', `must be an object, not ${describe(value)}`];

/**
 * Object with at most 64 members, up to three deep. A PATCH changes the members that it has (RFC 7396).
 * @example address: object({ street: Text, city: Text, note: optional(Text) })
 */
export const object = <const F extends ObjectFields>(fields: F) => {
  const example = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, exampleOf(field)]));
  return { fields, check: checkObject, example } as const satisfies Field;
};

/**
 * List of at most 100 objects. A PATCH replaces the list as a whole.
 * @example packages: objects({ weight: number({ minimum: 0 }), label: Text }, { maxItems: 10 })
 */
export const objects = <const F extends ObjectFields>(
  fields: F,
  { maxItems = 100 }: { readonly maxItems?: number } = {},
) => ({ items: object(fields), maxItems, check: checkList, example: [] as readonly never[] }) as const satisfies Field;

const memberOf = (value: unknown, name: string): unknown => Object(value)[name];

/** Returns a value with the names under which the table stores its members. */
export const storedForm = ({ fields, items }: Field, value: unknown): unknown => {
  if (items?.fields && Array.isArray(value)) return value.map((item) => storedForm(items, item));
  if (!fields || value === undefined) return value;
  const members = Object.entries(fields).map(([name, field]) => [
    field.stored ?? name,
    storedForm(field, memberOf(value, name)),
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
};

/** Rounds what a handler has computed to the decimals of its field. */
export const roundDecimals = ({ decimals, items, fields }: Field, value: unknown): unknown => {
  if (typeof value === 'number') return decimals ? decimals.round(value) : value;
  if (items && Array.isArray(value)) return value.map((item) => roundDecimals(items, item));
  if (!fields || !(value instanceof Object)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, member]) => [name, roundDecimals(fields[name] ?? {}, member)]));
};

/** Change of a stored object. Members without a new value stay, also those that this version does not know. */
export class Merge {
  /** Holds the new values by their stored names. `undefined` removes a member. */
  constructor(readonly members: Readonly<Record<string, unknown>>) {}
}

/**
 * Returns the change that gives a stored object a value. With `isPart`, as in a PATCH, members stay that the value lacks.
 * Otherwise these are removed. Values of other fields are returned as they are stored.
 */
export const mergeOf = (field: Field, value: unknown, isPart: boolean): unknown => {
  const { fields } = field;
  if (!fields || value === undefined) return storedForm(field, value);
  const changed = Object.entries(fields).filter(([name]) => !isPart || name in Object(value));
  return new Merge(
    Object.fromEntries(
      changed.map(([name, member]) => [member.stored ?? name, mergeOf(member, memberOf(value, name), isPart)]),
    ),
  );
};

/** Returns a stored value after a change. */
export const applyMerge = (stored: unknown, change: unknown): unknown => {
  if (!(change instanceof Merge)) return change;
  const merged: Record<string, unknown> = { ...Object(stored) };
  for (const [name, member] of Object.entries(change.members)) {
    const value = applyMerge(merged[name], member);
    if (value === undefined) delete merged[name];
    else merged[name] = value;
  }
  return merged;
};

/** Returns the path of the first required member that a stored object lacks, by the names of a version. */
export const missingIn = (
  { fields = {} }: { readonly fields?: Fields },
  value: unknown,
): readonly string[] | undefined => {
  for (const [name, field] of Object.entries(fields)) {
    const member = memberOf(value, field.stored ?? name);
    if (member === undefined && !field.isOptional && field.default === undefined) return [name];
    const below = member === undefined ? undefined : missingIn(field, member);
    if (below) return [name, ...below];
  }
  return undefined;
};
