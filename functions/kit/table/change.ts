import type { TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import { show } from '../model/check';
import type { Fields } from '../model/field';
import type { ValuesOf } from '../model/values';
import type { Precondition } from '../rules/conditions';
import type { Additions } from './also/also-write';
import { type Begin, type ChangePlan, type ChangeRequest, changeItem, type NewValues, updateOf } from './change-item';
import { insert } from './create';
import { all, type Condition, conditionsOf, equals, isEqual, isNewer, isTooLong, never } from './expression';
import { find } from './get';
import { byAttribute, checkSet, resultOf, writeResultOf } from './item';
import { keyOf } from './keys';
import { hasChanges, pathsOf } from './objects/paths';
import { mergeAll, newStoredValues, storedValues } from './objects/values';
import { write } from './write';

/** A PUT. `isCreation` is true with `If-None-Match: *`. */
type Replacement = ChangeRequest & {
  readonly precondition: Precondition;
  readonly body: TableItem;
  readonly isCreation: boolean;
};

/**
 * Begins with a write that does not depend on the item, and that needs no write to others. It has the conditions of the request.
 * When the update is too long for DynamoDB, a write that never holds gets the item, because the function may lack the permission to
 * read.
 */
const writeFirst =
  (body: TableItem, ...more: readonly Condition[]): Begin =>
  (entity, request, revision) => {
    const { paths, conditions: ofObjects } = pathsOf(body);
    const conditions = [isNewer, ...conditionsOf(request), ...more, ...ofObjects];
    for (const { attribute, field } of entity.members.values()) {
      if (!(attribute in body)) continue;
      if (field.unique || field.parent) conditions.push(equals(attribute, body[attribute]));
      if (field.changes) conditions.push(field.changes.conditionOf(attribute, body[attribute], field.default));
    }
    // The counter of an item's children has the same owner.
    if ('owner' in body) conditions.push(equals('owner', body.owner));
    const update = updateOf(entity, request.id, { ...paths, ...revision }, all(...conditions));
    return write(isTooLong(update.Update) ? updateOf(entity, request.id, revision, never) : update);
  };

const readFirst: Begin = async (entity, { id }) => ({
  ok: false,
  mayBeApplied: false,
  item: await find(keyOf(entity, id)),
});

/**
 * Returns the plan of a change that does not depend on the item, but for the objects of which it changes a part. Further writes
 * need the item, because they may follow from it.
 */
const planOf = (entity: Entity, change: NewValues, ...conditions: readonly Condition[]): ChangePlan => ({
  begin: change.also?.[0] ? readFirst : writeFirst(change.body, ...conditions),
  changeOf: (current) => ({ ...change, body: mergeAll(entity, current, change.body) }),
});

/** Returns the test whether an item has all values of a change. */
export const hasValues = (entity: Entity) => {
  const rules: Fields = byAttribute(entity, entity.model);
  return (current: TableItem, body: TableItem) =>
    Object.entries(body).every(([name, value]) => {
      const field = rules[name];
      // A stored object may lack a member that has its default.
      if (field?.shape && value !== undefined) return isEqual(show(field, current[name]), show(field, value));
      return isEqual(current[name] ?? field?.default, value);
    });
};

/**
 * Replaces an item, or creates it if `isCreation` is true. Removes the fields that the body leaves out, but for states and for
 * the fields that only handlers set.
 * @example handleChange(replaceOrder, (request) => replace(orders, request))
 */
export const replace = async <F extends Fields>(
  entity: Entity<F>,
  request: Replacement,
  { set, also }: Additions<F> = {},
) => {
  const sent: TableItem = { ...request.body, ...checkSet(entity, set) };
  if (request.isCreation) return insert(entity, { ...request, body: sent }, also);
  const { id: _, createdAt, updatedAt, ...fields }: Fields = entity.model;
  const values = Object.entries(fields).flatMap(([name, field]) =>
    name in sent || !field.isKept ? [[name, sent[name]]] : [],
  );
  const notFoundDetail = 'There is no such resource; to create it under this id, send If-None-Match: *.';
  const { owner } = sent;
  const body = { ...Object.fromEntries(values), ...(owner ? { owner } : {}) };
  const plan = planOf(entity, { body: newStoredValues(entity, body), also });
  return writeResultOf(entity, await changeItem(entity, { ...request, notFoundDetail }, plan));
};

/**
 * Changes the fields of an item that the body has.
 * @example handleChange(updateOrder, (request) => update(orders, request))
 * @example handlePost(placeOrder, (request) => update(orders, request, { set: { status: 'placed' } }))
 */
export const update = async <F extends Fields>(
  entity: Entity<F>,
  request: ChangeRequest & { readonly body?: TableItem },
  { set, also }: Additions<F> = {},
) => {
  const sent = newStoredValues(entity, request.body ?? {}, true);
  const body = { ...sent, ...newStoredValues(entity, checkSet(entity, set)) };
  const plan = {
    ...planOf(entity, { body, also }, hasChanges(body, byAttribute(entity, entity.model))),
    isDone: hasValues(entity),
  };
  return writeResultOf(entity, await changeItem(entity, request, plan));
};

/**
 * Changes an item by a rule that looks at it. Reads the item, for one unit. The rule returns what to set, or throws a Problem. It
 * runs again for the next revision when another request has changed the item, so it may read others, and sends nothing.
 * @example change(orders, request, ({ total }) => ({ set: { total: total + 1 } }))
 */
export const change = async <F extends Fields>(
  entity: Entity<F>,
  request: ChangeRequest,
  rule: (resource: ValuesOf<F>) => Additions<F> | Promise<Additions<F>>,
) => {
  const changeOf: ChangePlan['changeOf'] = async (current) => {
    const { set, also } = await rule(resultOf(entity, current).body);
    return { body: storedValues(entity, checkSet(entity, set), current), also };
  };
  const isDone = hasValues(entity);
  return writeResultOf(entity, await changeItem(entity, request, { begin: readFirst, changeOf, isDone }));
};
