import type { Field, Fields } from '../../model/field';
import { Merge } from '../../model/objects';
import { aliasOf, all, type Condition, compare, isEqual, itemMissing, never } from '../expression';

/**
 * Returns new values with a path, such as `address.city`, for each member that changes, and the conditions that the objects of
 * these members are there. Nothing expresses that an object is there of which no member changes, so this takes the item.
 */
export const pathsOf = (changes: Readonly<Record<string, unknown>>) => {
  const paths: Record<string, unknown> = {};
  const conditions: Condition[] = [];
  const add = (path: string, value: unknown) => {
    if (!(value instanceof Merge)) {
      paths[path] = value;
      return;
    }
    const members = Object.entries(value.members);
    conditions.push(members.length > 0 ? compare(path, '<>', undefined) : never);
    for (const [name, member] of members) add(`${path}.${name}`, member);
  };
  for (const [name, value] of Object.entries(changes)) add(name, value);
  return { paths, conditions };
};

/** Returns the field at a path, such as that of `city` at `address.city`. */
const fieldAt = (fields: Fields, [name = '', ...below]: readonly string[]): Field | undefined => {
  const field = fields[name] ?? Object.values(fields).find(({ stored }) => stored === name);
  return below.length > 0 ? fieldAt(field?.fields ?? {}, below) : field;
};

/** Returns the condition that at least one of these attributes has another value. A missing attribute has its default. */
export const hasChanges = (attributes: Record<string, unknown>, fields: Fields): Condition => {
  const each = Object.entries(pathsOf(attributes).paths).map(([path, value]) => {
    const differs = compare(path, '<>', value);
    const isDefault = value !== undefined && isEqual(value, fieldAt(fields, path.split('.'))?.default);
    // AND binds before OR. DynamoDB refuses redundant parentheses.
    return isDefault ? { ...differs, text: `${differs.text} AND attribute_exists(${aliasOf(path).alias})` } : differs;
  });
  return each.length > 0 ? { ...all(...each), text: `(${each.map(({ text }) => text).join(' OR ')})` } : itemMissing;
};
