import type { TableItem } from '../dynamodb/client';
import { unavailable } from '../http/problem';
import { msLeft } from '../invocation';
import { countOf, storedIn, unfinished } from '../model/relation';
import { all, type Condition, equals, itemExists, updateExpression } from './expression';
import { find } from './get';
import { stringOf } from './item';
import { query, rangeOf } from './query';
import { countChildren, deleteChild, keyIn, type TableRelation, unknownChildrenProblem } from './relation';
import { pauseToRetry, THROTTLED } from './retry';
import type { ItemKey } from './shards';
import { releaseValues } from './unique';
import { write } from './write';

/** Maximum number of writes to children in one transaction, which has 100 at most, with the update of the count. */
const MAX_WRITES = 99;
/** Minimum time for a transaction that deletes children. */
const MIN_DELETION_MS = 1000;

/** Time for which a deletion by force keeps new children out. Each repetition of the request starts this time again. */
const DELETING_MS = 5 * 60_000;

type Parent = {
  readonly noun: string;
  readonly key: ItemKey;
  readonly children: readonly TableRelation[];
  /** Conditions of every write to the parent. */
  readonly conditions: readonly Condition[];
  /** Tells whether the deletion ends here, because the item is gone or another one. May throw a Problem instead. */
  readonly isOver: (item?: TableItem) => boolean;
};

/**
 * Deletes the children that the index shows, in transactions of up to 99, and subtracts each batch from the parent's count.
 * When a child is gone or has a new parent, its batch stays for the next round. Ends when the parent is gone or has another
 * owner. After throttling, the batches have half the size, because a large transaction may need more capacity units at
 * once than a partition has.
 */
const removeRound = async (relation: TableRelation, { key, conditions }: Parent) => {
  let limit = Math.floor(MAX_WRITES / (1 + Object.keys(relation.unique ?? {}).length));
  let after: string | undefined;
  const partition = { [storedIn(relation)]: key.sk };
  for (;;) {
    if (msLeft() < MIN_DELETION_MS) throw unavailable(unfinished(relation));
    const rest = rangeOf({ order: 'asc', after });
    const { Items: items = [], LastEvaluatedKey } = await query(partition, rest, { Limit: limit });
    if (items.length === 0) return;
    for (const item of items) await removeGrandchildren(relation, key.sk, item);
    const count = countChildren(relation, key.sk, { by: -items.length, condition: all(itemExists, ...conditions) });
    const deletions = items.flatMap((item) => [deleteChild(relation, key.sk, item), ...releaseValues(relation, item)]);
    const { ok, extraWrite, isThrottled } = await write(count, deletions, { isDivisible: items.length > 1 });
    if (isThrottled && (await pauseToRetry(1, THROTTLED))) limit = Math.floor(items.length / 2);
    else if (!LastEvaluatedKey || (!ok && !extraWrite)) return;
    else after = String(items.at(-1)?.sk);
  }
};

/** Marks a parent, so that it accepts no new children for some time. Keeps `rev`, so that a repetition can send the same ETag. */
export const markDeleting = async ({ key, conditions }: Pick<Parent, 'key' | 'conditions'>, forMs = DELETING_MS) => {
  const closedUntil = new Date(Date.now() + forMs).toISOString();
  const expression = updateExpression({ closedUntil }, all(itemExists, ...conditions));
  const marked = await write({ Update: { Key: key, ...expression } });
  if (marked.mayBeApplied) throw unavailable();
  return marked;
};

/** Deletes all children of a parent that is marked, one kind after the other. */
export const removeChildren = async (parent: Parent, marked: TableItem | undefined) => {
  let item = marked;
  const problem = item && unknownChildrenProblem(parent.noun, parent.children, item);
  if (problem) {
    await markDeleting(parent, 0);
    throw problem;
  }
  for (const relation of parent.children) {
    for (let tries = 1; item?.[countOf(relation)]; tries++) {
      // Pauses before another round. Children can be left that the index did not show yet, or that another request changed.
      if (tries > 1 && !(await pauseToRetry(tries))) throw unavailable(unfinished(relation));
      await removeRound(relation, parent);
      item = await find(parent.key);
      if (parent.isOver(item)) return;
    }
  }
};

/** Deletes the children of a child, as long as the child does not get another parent. */
const removeGrandchildren = async (relation: TableRelation, parentId: string, item: TableItem) => {
  const { child, children = [] } = relation;
  if (!children.some((each) => item[countOf(each)])) return;
  const isOver = (current?: TableItem) => current?.[storedIn(relation)] !== parentId;
  const conditions = [equals(storedIn(relation), parentId)];
  const parent = { noun: child, key: keyIn(child, stringOf(item, 'sk')), children, conditions, isOver };
  const { ok, item: marked } = await markDeleting(parent);
  if (ok) await removeChildren(parent, marked);
};
