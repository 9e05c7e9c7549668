import type { TableItem } from '../dynamodb/client';
import { unavailable } from '../http/problem';
import { msLeft } from '../invocation';
import { countOf, IS_PARENT, storedIn, TOTAL, unfinished } from '../model/relation';
import { byCounter, counterKeyOf, updateCounter } from './counter';
import { type ChildDeletion, deletionOf } from './dependents';
import { all, type Condition, equals, itemExists, updateExpression } from './expression';
import { find } from './get';
import { query, rangeOf } from './query';
import {
  type Child,
  type ChildRelation,
  keyIn,
  nounOfEntity,
  relationsTo,
  type TableRelation,
  unknownChildrenProblem,
} from './relation';
import { pauseToRetry, THROTTLED } from './retry';
import type { ItemKey } from './shards';
import { type ExtraWrite, write } from './write';

/** Maximum number of writes in one transaction of DynamoDB. */
const MAX_WRITES = 100;
/** Minimum time for a transaction that deletes children. */
const MIN_DELETION_MS = 1000;

/** Time for which a deletion by force keeps new children out. Each repetition of the request starts this time again. */
const DELETING_MS = 5 * 60_000;

type Parent = {
  readonly noun: TableRelation['parent'];
  readonly key: ItemKey;
  readonly children: readonly Child[];
  /** Conditions of every write to the counter of the parent. */
  readonly conditions: readonly Condition[];
  /** Writes that fail when the deletion is over. The write of a counter cannot depend on the parent's own attributes. */
  readonly guards: readonly ExtraWrite[];
  /** Tells whether the deletion ends here, because the item is gone or another one. May throw a Problem instead. */
  readonly isOver: (item?: TableItem) => boolean;
};

/** Returns the deletions that fit into one transaction, each with the counts of the child's other parents. */
const fitting = (deletions: readonly ChildDeletion[], parentId: string, maxWrites: number) => {
  let count = 0;
  return deletions.filter(({ counts, writes }, index) => {
    count += writes.length + counts.filter((each) => each.parentId !== parentId).length;
    return count <= maxWrites || index === 0;
  });
};

/**
 * Deletes the children that the index shows, in transactions of up to 100 writes, and subtracts each batch from the counts of
 * all parents of these children. When a child is gone or has a new parent, its batch stays for the next round. After
 * throttling, the batches have half the size, because a large transaction may need more capacity units at once than a
 * partition has. Returns false when the parent is gone or another one.
 */
const removeRound = async (childRelation: ChildRelation, { noun, key, conditions, guards }: Parent) => {
  const { child, relation } = childRelation;
  let limit = MAX_WRITES - 1;
  let after: string | undefined;
  const partition = { [storedIn(relation)]: key.sk };
  const { pk } = counterKeyOf(noun, key.sk);
  for (;;) {
    if (msLeft() < MIN_DELETION_MS) throw unavailable(unfinished(relation));
    const rest = rangeOf({ order: 'asc', after });
    const { Items: found = [], LastEvaluatedKey } = await query(partition, rest, { Limit: limit });
    if (found.length === 0) return true;
    for (const { sk } of await parentsIn(child, found)) await removeGrandchildren(childRelation, key.sk, String(sk));
    const deletions = found.map((item) => deletionOf(child, item));
    const batch = fitting(deletions, key.sk, MAX_WRITES - 1 - guards.length);
    const { [pk]: own = [], ...others } = Object.fromEntries(byCounter(batch.flatMap(({ counts }) => counts)));
    const { ok, extraWrite, isThrottled } = await write(
      updateCounter(own, pk, all(itemExists, ...conditions)),
      [
        ...guards,
        ...batch.flatMap(({ writes }) => writes),
        ...Object.entries(others).map(([otherPk, changes]) => ({ write: updateCounter(changes, otherPk) })),
      ],
      { isDivisible: batch.length > 1 },
    );
    const isLast = !LastEvaluatedKey && batch.length === found.length;
    if (isThrottled && (await pauseToRetry(1, THROTTLED))) limit = Math.floor(batch.length / 2);
    else if (!ok && (!extraWrite || guards.includes(extraWrite))) return false;
    else if (isLast) return true;
    else after = String(found[batch.length - 1]?.sk);
  }
};

/** Closes the counter of a parent to new children for some time. */
const closeCounter = ({ noun, key, conditions, guards }: Parent, forMs = DELETING_MS) => {
  const closedUntil = new Date(Date.now() + forMs).toISOString();
  const expression = updateExpression({ closedUntil }, all(itemExists, ...conditions));
  return write({ Update: { Key: counterKeyOf(noun, key.sk), ...expression } }, guards);
};

/** Deletes all children of a parent, one kind after the other. Keeps new ones out, until the deletion is repeated or forgotten. */
export const removeChildren = async (parent: Parent) => {
  const { noun, key, children } = parent;
  const readCounter = () => find(counterKeyOf(noun, key.sk));
  const { ok, item } = await closeCounter(parent);
  if (!ok) {
    if (parent.isOver(await find(key))) return;
    throw unavailable();
  }
  // A transaction does not return the item.
  let counter = item ?? (await readCounter());
  const problem = unknownChildrenProblem(noun, children, counter);
  if (problem) {
    await closeCounter(parent, 0);
    throw problem;
  }
  for (const childRelation of relationsTo(noun, children)) {
    const { relation } = childRelation;
    for (let tries = 1; counter?.[countOf(relation)]; tries++) {
      // Pauses before another round. Children can be left that the index did not show yet, or that another request changed.
      if (tries > 1 && !(await pauseToRetry(tries))) throw unavailable(unfinished(relation));
      const isThere = await removeRound(childRelation, parent);
      if (!isThere && parent.isOver(await find(key))) return;
      counter = await readCounter();
    }
  }
};

/** Returns the children that have children of their own. */
const parentsIn = async ({ entity, children }: Child, items: readonly TableItem[]) => {
  const able = children.length > 0 ? items.filter((item) => item[IS_PARENT]) : [];
  const counters = able.map(({ sk }) => find(counterKeyOf(nounOfEntity(entity), String(sk))));
  const found = await Promise.all(counters);
  return able.filter((_, index) => found[index]?.[TOTAL]);
};

/** Deletes the children of a child, as long as the child does not get another parent. */
const removeGrandchildren = async ({ child, relation }: ChildRelation, parentId: string, id: string) => {
  const { entity, children } = child;
  const [noun, attribute] = [nounOfEntity(entity), storedIn(relation)];
  const key = keyIn(noun, id);
  const isOver = (current?: TableItem) => current?.[attribute] !== parentId;
  const stays = updateExpression({ [IS_PARENT]: true }, equals(attribute, parentId));
  const guard: ExtraWrite = { write: { Update: { Key: key, ...stays } } };
  await removeChildren({ noun, key, children, conditions: [], guards: [guard], isOver });
};
