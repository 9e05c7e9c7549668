import type { TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import type { Fields } from '../model/field';
import type { ValuesOf } from '../model/values';
import type { Precondition } from '../rules/conditions';
import type { Additions } from './also/also-write';
import { type ChangePlan, type ChangeRequest, changeItem, type NewValues, readFirst, writeFirst } from './change-item';
import { insert } from './create';
import { type Condition, hasChanges, isEqual } from './expression';
import { byAttribute, checkSet, resultOf, writeResultOf } from './item';

/** A PUT. `isCreation` is true with `If-None-Match: *`. */
type Replacement = ChangeRequest & {
  readonly precondition: Precondition;
  readonly body: TableItem;
  readonly isCreation: boolean;
};

/** Returns the plan of a change that does not depend on the item. Further writes need the item, because they may follow from it. */
const planOf = (change: NewValues, ...conditions: readonly Condition[]): ChangePlan => ({
  begin: change.also?.[0] ? readFirst : writeFirst(change.body, ...conditions),
  changeOf: () => change,
});

/** Returns the test whether an item has all values of a change. */
export const hasValues = (entity: Entity) => {
  const rules: Fields = byAttribute(entity, entity.model);
  return (current: TableItem, body: TableItem) =>
    Object.entries(body).every(([name, value]) => isEqual(current[name] ?? rules[name]?.default, value));
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
  const plan = planOf({ body: byAttribute(entity, body), also });
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
  const body = byAttribute(entity, { ...request.body, ...checkSet(entity, set) });
  const rules = byAttribute(entity, entity.model);
  const plan = { ...planOf({ body, also }, hasChanges(body, rules)), isDone: hasValues(entity) };
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
    return { body: byAttribute(entity, checkSet(entity, set)), also };
  };
  const isDone = hasValues(entity);
  return writeResultOf(entity, await changeItem(entity, request, { begin: readFirst, changeOf, isDone }));
};
