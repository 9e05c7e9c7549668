import type { TableItem } from '../../dynamodb/client';
import type { Entity } from '../../entity';
import { newStoredValue } from '../../model/check';
import type { Merge } from '../../model/objects';
import { incomplete } from '../../model/relation';
import { memberProblem } from '../../rules/problem';

/**
 * Tells whether a new value is the change of an object. Asks for a method, because a reference to the class would bring it into every
 * bundle.
 */
export const isMerge = (value: unknown): value is Merge => typeof Object(value).applyTo === 'function';

/** Returns new values by attribute, as the table stores them. With `isPart`, as in a PATCH, an object keeps members that are left out. */
export const newStoredValues = ({ members }: Entity, values: TableItem, isPart = false): TableItem =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { attribute = name, field = {} } = members.get(name) ?? {};
      return [attribute, newStoredValue(field, value, isPart)];
    }),
  );

/**
 * Returns new values in which each change of an object is the whole object. Throws the 422 of an object that would lack a member,
 * because a PATCH of a member can meet an item without the object.
 */
export const mergeAll = ({ members }: Entity, current: TableItem, values: TableItem): TableItem => {
  const merged: Record<string, unknown> = { ...values };
  for (const { name, attribute } of members.values()) {
    const change = values[attribute];
    if (!isMerge(change)) continue;
    const whole = change.applyTo(current[attribute]);
    const path = change.missingIn(whole);
    if (path) throw memberProblem([name, ...path].join('/'), 'required', incomplete(name, path.join('.')));
    merged[attribute] = whole;
  }
  return merged;
};

/** Returns new values as the table stores them: of a new item, or of the current one. */
export const storedValues = (entity: Entity, values: TableItem, current: TableItem = {}) =>
  mergeAll(entity, current, newStoredValues(entity, values));
