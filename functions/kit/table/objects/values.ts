import type { TableItem } from '../../dynamodb/client';
import type { Entity } from '../../entity';
import type { Field } from '../../model/field';
import { applyMerge, Merge, mergeOf, missingIn, storedForm } from '../../model/objects';
import { incomplete } from '../../model/relation';
import { memberProblem } from '../../rules/problem';

/** Replaces the names of fields by their attributes, and each value by what `convert` makes of it. */
const convertAll = <V, R>(
  { members }: Entity,
  values: Readonly<Record<string, V>>,
  convert: (field: Field, value: V) => R,
): Record<string, R> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { attribute = name, field = {} } = members.get(name) ?? {};
      return [attribute, convert(field, value)];
    }),
  );

/** Returns values of a new item as the table stores them. */
export const storedValues = (entity: Entity, values: TableItem): TableItem => convertAll(entity, values, storedForm);

/** Returns new values as the table stores them. Of a stored object, those that `isPart` is true for keep the members they lack. */
export const newStoredValues = (entity: Entity, values: TableItem, isPart = false): TableItem =>
  convertAll(entity, values, (field, value) => mergeOf(field, value, isPart));

/**
 * Returns new values in which each change of an object is the whole object. Throws the 422 of an object that would lack a member,
 * because a PATCH of a member can meet an item without the object.
 */
export const mergeAll = ({ members }: Entity, current: TableItem, values: TableItem): TableItem => {
  const merged: TableItem = Object.fromEntries(
    Object.entries(values).map(([attribute, value]) => [attribute, applyMerge(current[attribute], value)]),
  );
  for (const { name, attribute, field } of members.values()) {
    const path = values[attribute] instanceof Merge ? missingIn(field, merged[attribute]) : undefined;
    if (path) throw memberProblem([name, ...path].join('/'), 'required', incomplete(name, path.join('.')));
  }
  return merged;
};
