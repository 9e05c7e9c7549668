import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import { IS_PARENT } from '../model/relation';
import { checkPrecondition, type Precondition, type WithCaller } from '../rules/conditions';
import { unavailable } from '../rules/problem';
import type { AlsoWrite, Transaction } from './also/also-write';
import { counterKeyOf } from './counter';
import { writeAll } from './dependents';
import { all, type Condition, equals, itemExists, updateExpression } from './expression';
import { isForeign, newRevision, ownItem, stringOf } from './item';
import { entriesOf, keyOf } from './keys';
import { pauseToRetry } from './retry';
import type { ExtraWrite, WriteResult } from './write';

export type ChangeRequest = WithCaller & { readonly id: string; readonly precondition?: Precondition };

/** Attributes that are new with each write. */
type Revision = ReturnType<typeof newRevision>;

/** Makes the first write of a change, or reads the item. */
export type Begin = (entity: Entity, request: ChangeRequest, revision: Revision) => Promise<WriteResult>;

/**
 * Change of an item, and writes to others. `body` has new values by attribute, of which `undefined` removes one. An attribute
 * without a member there keeps its value.
 */
export type NewValues = { readonly body: TableItem; readonly also?: readonly AlsoWrite[] | undefined };

export type ChangePlan = {
  readonly begin: Begin;
  /** Returns the change of the current item. May throw a Problem instead. */
  readonly changeOf: (current: TableItem) => NewValues | Promise<NewValues>;
  /** Tells whether the item has all values already, so that nothing is written. */
  readonly isDone?: (current: TableItem, body: TableItem) => boolean;
};

/** Throws the problem of a change that the current item does not allow. */
const checkChanges = ({ members }: Entity, current: TableItem, body: TableItem) => {
  for (const member of members.values()) member.field.changes?.check(member, current, body);
};

/** Returns the write that gives the counter of an item's children the new owner of the item. */
const moveCounter = (entity: Entity, id: string, owner: unknown): ExtraWrite => {
  const Key = counterKeyOf(nounOf(entity), id);
  return { write: { Update: { Key, ...updateExpression({ owner }, itemExists) } }, problemFor: () => unavailable() };
};

/** Returns the update of an item, and of the entries that follow from its attributes. */
export const updateOf = (entity: Entity, id: string, changes: TableItem, condition: Condition) => {
  const expression = updateExpression({ ...changes, ...entriesOf(entity, id, changes) }, condition);
  return { Update: { Key: keyOf(entity, id), ...expression } };
};

/** Returns the revision of the next write of an item. Adds 1 ms when the clock of another function is ahead: `updatedAt` grows. */
export const nextRevision = (current: TableItem, revision: Revision): Revision => {
  const earliest = Date.parse(stringOf(current, 'updatedAt')) + 1;
  return { ...revision, updatedAt: new Date(Math.max(Date.now(), earliest)).toISOString() };
};

/** Returns the change of an item that is known, on the condition that the item still has its revision. */
export const transactionOf = (
  entity: Entity,
  { id, caller }: Pick<Transaction, 'id' | 'caller'>,
  { current, body, revision }: { readonly current: TableItem; readonly body: TableItem; readonly revision: Revision },
): Transaction => {
  checkChanges(entity, current, body);
  // The first child of an item adds its counter, with the owner of the item, and keeps the revision.
  const isParent = 'owner' in body ? [equals(IS_PARENT, current[IS_PARENT])] : [];
  const isStill = all(equals('rev', stringOf(current, 'rev')), ...isParent);
  const after: TableItem = { ...current, ...body };
  return {
    entity,
    id,
    before: current,
    after,
    main: updateOf(entity, id, { ...body, ...revision }, isStill),
    others: current[IS_PARENT] && current.owner !== after.owner ? [moveCounter(entity, id, after.owner)] : [],
    caller,
  };
};

/*
 * The change of an item. When the first write fails, DynamoDB's reply holds the current item. Each next write has the condition
 * that the item still has the revision of the item that is known.
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
 * | failed                               | is in a state that forbids the change | 409                                 |
 * | failed every time, no time is left   | was changed by others each time       | 503                                 |
 */
export const changeItem = async (
  entity: Entity,
  request: ChangeRequest,
  { begin, changeOf, isDone }: ChangePlan,
): Promise<TableItem> => {
  const { id, precondition = {} } = request;
  let revision = newRevision(id);
  let result = await begin(entity, request, revision);
  if (result.ok) return { ...keyOf(entity, id), ...result.item };
  for (let tries = 1; ; tries++) {
    const found = result.item;
    if (found?.rev === revision.rev) return found;
    // If an earlier attempt had been applied, this `updatedAt` would not be older, because `updatedAt` only grows. A foreign
    // item may be another one under the same id: deleted and created again after the attempt was applied.
    const isUntouched = found && stringOf(found, 'updatedAt') < revision.updatedAt && !isForeign(request, found);
    if (result.mayBeApplied && !isUntouched) throw unavailable();
    const current = ownItem(entity, request, found);
    checkPrecondition(precondition, stringOf(current, 'rev'));
    const { body, also } = await changeOf(current);
    const isSame = isDone?.(current, body);
    if (isSame && !also?.[0]) return current;
    revision = nextRevision(current, revision);
    const transaction = { ...transactionOf(entity, request, { current, body, revision }), isDone: isSame };
    // After a pause, the known revision is old. So every second try uses the revision just read, without a pause.
    if (tries % 2 === 0 && !(await pauseToRetry(tries))) throw unavailable();
    result = await writeAll(transaction, also);
    if (result.ok) return { ...transaction.after, ...revision, ...result.item };
  }
};
