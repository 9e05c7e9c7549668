import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import type { Fields } from '../model/field';
import { IS_PARENT } from '../model/relation';
import type { WithCaller } from '../rules/conditions';
import { checkPrecondition, type Precondition } from '../rules/conditions';
import { unavailable } from '../rules/problem';
import { counterKeyOf } from './counter';
import { insert } from './create';
import { dependentWrites } from './dependents';
import {
  all,
  type Condition,
  conditionsOf,
  equals,
  hasChanges,
  isEqual,
  isNewer,
  itemExists,
  updateExpression,
} from './expression';
import { byAttribute, isForeign, newRevision, ownItem, stringOf, writeResultOf } from './item';
import { entriesOf, keyOf } from './keys';
import { pauseToRetry } from './retry';
import { type ExtraWrite, write } from './write';

type Change = WithCaller & {
  readonly id: string;
  /** New values. `undefined` removes an attribute. An attribute without a member here keeps its value. */
  readonly body: TableItem;
  readonly precondition: Precondition;
};

/** A PUT. `isCreation` is true with `If-None-Match: *`. */
type Replacement = Change & { readonly isCreation: boolean };

/** Returns now, or `updatedAt` plus 1 ms when the clock of another function is ahead: `updatedAt` grows with each write. */
const laterThan = (updatedAt: string) => new Date(Math.max(Date.now(), Date.parse(updatedAt) + 1)).toISOString();

/** Part of a change that only a PATCH has: it writes nothing if the item has all values already. */
type Patch = { readonly condition: Condition; readonly isDone: (item: TableItem) => boolean };

const patchOf = (entity: Entity, body: TableItem): Patch => {
  const rules = byAttribute(entity, entity.model);
  const isDone = (item: TableItem) =>
    Object.entries(body).every(([name, value]) => isEqual(item[name] ?? rules[name]?.default, value));
  return { condition: hasChanges(body, rules), isDone };
};

/** Returns the write that gives the counter of an item's children the new owner of the item. */
const moveCounter = (entity: Entity, id: string, owner: unknown): ExtraWrite => {
  const Key = counterKeyOf(nounOf(entity), id);
  return { write: { Update: { Key, ...updateExpression({ owner }, itemExists) } }, problemFor: () => unavailable() };
};

/*
 * The change of an item, without reading the item first. The first write has the conditions of the request. When it fails,
 * DynamoDB's reply holds the current item, and the next write has the condition that the item still has this revision.
 *
 * | the write                            | the current item                      | answer                              |
 * | ------------------------------------ | ------------------------------------- | ----------------------------------- |
 * | is applied                           |                                       | the changed item                    |
 * | failed                               | has the revision of this change       | the item: an attempt was applied    |
 * | failed, and an attempt had no reply  | is missing, newer or of another owner | 503: an attempt may be applied      |
 * | failed                               | is missing                            | 404                                 |
 * | failed                               | belongs to another owner              | 404 or 403                          |
 * | failed                               | does not meet `If-Match`              | 412                                 |
 * | failed                               | has all values of a PATCH             | the item: the PATCH changes nothing |
 * | failed every time, no time is left   | was changed by others each time       | 503                                 |
 */
const change = async (entity: Entity, request: Change, patchFor?: typeof patchOf): Promise<TableItem> => {
  const { id, precondition, caller } = request;
  const key = keyOf(entity, id);
  const body = byAttribute(entity, request.body);
  const patch = patchFor?.(entity, body);
  let changes = { ...body, ...newRevision(id) };
  /** Returns the update of the attributes, and of what follows from them. */
  const updateIf = (condition: Condition) =>
    updateExpression({ ...changes, ...entriesOf(entity, id, changes) }, condition);
  const conditions = [isNewer, ...conditionsOf(request)];
  // A change that keeps the fields on which other items depend needs no writes to them, so one update is enough.
  for (const { attribute, field } of entity.fields)
    if ((field.unique || field.parent) && attribute in body) conditions.push(equals(attribute, body[attribute]));
  // The counter of an item's children has the same owner.
  if ('owner' in body) conditions.push(equals('owner', body.owner));
  if (patch) conditions.push(patch.condition);
  let result = await write({ Update: { Key: key, ...updateIf(all(...conditions)) } });
  if (result.ok) return { ...key, ...result.item };
  for (let tries = 1; ; tries++) {
    const found = result.item;
    if (found?.rev === changes.rev) return found;
    // If an earlier attempt had been applied, this `updatedAt` would not be older, because `updatedAt` only grows. A foreign
    // item may be another one under the same id: deleted and created again after the attempt was applied.
    const isUntouched = found && stringOf(found, 'updatedAt') < changes.updatedAt && !isForeign(request, found);
    if (result.mayBeApplied && !isUntouched) throw unavailable();
    const current = ownItem(entity, request, found);
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    if (patch?.isDone(current)) return current;
    // After a pause, the known revision is old. So every second try uses the revision just read, without a pause.
    if (tries % 2 === 0 && !(await pauseToRetry(tries))) throw unavailable();
    changes = { ...changes, updatedAt: laterThan(stringOf(current, 'updatedAt')) };
    // The first child of an item adds its counter, with the owner of the item, and keeps the revision.
    const isStill = all(equals('rev', rev), ...('owner' in body ? [equals(IS_PARENT, current[IS_PARENT])] : []));
    const update = { Key: key, ...updateIf(isStill) };
    const after: TableItem = { ...current, ...body };
    const extraWrites = [
      ...dependentWrites(entity, id, { before: current, after, caller }),
      ...(current[IS_PARENT] && current.owner !== after.owner ? [moveCounter(entity, id, after.owner)] : []),
    ];
    result = await write({ Update: update }, extraWrites);
    if (result.ok) return { ...current, ...changes };
  }
};

/**
 * Replaces an item, or creates it if `isCreation` is true. Removes the fields that the body leaves out.
 * @example handleChange(replaceOrder, (request) => replace(orders, request))
 */
export const replace = async <F extends Fields>(entity: Entity<F>, request: Replacement) => {
  if (request.isCreation) return insert(entity, request);
  const { id: _, createdAt, updatedAt, ...fields }: Fields = entity.model;
  const notFoundDetail = 'There is no such resource; to create it under this id, send If-None-Match: *.';
  const { owner } = request.body;
  const body = {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, request.body[name]])),
    ...(owner ? { owner } : {}),
  };
  return writeResultOf(entity, await change(entity, { ...request, body, notFoundDetail }));
};

/**
 * Changes the fields of an item that the body has.
 * @example handleChange(updateOrder, (request) => update(orders, request))
 */
export const update = async <F extends Fields>(entity: Entity<F>, request: Change) =>
  writeResultOf(entity, await change(entity, request, patchOf));
