import type { TableItem } from '../dynamodb/client';
import { checkPrecondition } from '../http/precondition';
import { notFound, unavailable } from '../http/problem';
import { msLeft } from '../invocation';
import type { Fields } from '../model/field';
import { countOf, unfinished } from '../model/relation';
import { all, type Condition, equals, itemExists, matchesPrecondition, ownedBy } from './expression';
import { find } from './get';
import { checkOwner, type Entity, keyOf, stringOf } from './item';
import { listItems } from './list';
import {
  closeParent,
  countChildren,
  deleteChild,
  keyIn,
  relationWithChildren,
  type TableRelation,
  unknownChildrenProblem,
} from './relation';
import { type Deletion, remove } from './remove';
import { pauseToRetry, THROTTLED } from './retry';
import type { ItemKey } from './shards';
import { write } from './write';

/**
 * Maximum number of children that one transaction deletes. With the update of the count, the transaction has 100
 * writes, DynamoDB's maximum. One Query reads the children, so they hold at most 1 MB; DynamoDB's maximum is 4 MB.
 */
const MAX_BATCH = 99;

/** Minimum time for a transaction that deletes children. */
const MIN_DELETION_MS = 1000;

/** Time for which a deletion by force keeps new children out. Each repetition of the request starts this time again. */
const DELETING_MS = 5 * 60_000;

/** Item whose children are deleted by force. */
type Parent = {
  readonly noun: string;
  readonly key: ItemKey;
  readonly children: readonly TableRelation[];
  /** Conditions of every write to the parent. */
  readonly conditions: readonly Condition[];
  /** Tells whether the deletion ends here, because the item is gone or another one. May throw a Problem instead. */
  readonly isOver: (item?: TableItem) => boolean;
};

/** Batch of children: at most `limit` children after the id `after`. */
type Batch = { readonly after?: string; readonly limit?: number };

/**
 * Deletes some children in one transaction, and subtracts them from the parent's count. Returns the next batch, or
 * undefined after the last one. When a child is gone or has a new parent, the transaction changes nothing, and the
 * children stay until the caller lists them again. When the parent is gone or has another owner, no batch follows. After
 * throttling the following batches have half the size, because a large transaction may need more capacity units at once
 * than a partition has.
 */
const removeBatch = async (relation: TableRelation, { key, conditions }: Parent, batch: Batch) => {
  const { after, limit = MAX_BATCH } = batch;
  const { items, next } = await listItems({ [relation.attribute]: key.sk }, { limit, order: 'asc', after });
  if (items.length > 0) {
    for (const item of items) await removeGrandchildren(relation, key.sk, item);
    const count = countChildren(relation, key.sk, { by: -items.length, condition: all(itemExists, ...conditions) });
    const deletions = items.map((item) => deleteChild(relation, key.sk, item));
    const { ok, extraWrite, isThrottled } = await write(count, deletions, { isDivisible: items.length > 1 });
    if (isThrottled && (await pauseToRetry(1, THROTTLED))) return { after, limit: Math.floor(items.length / 2) };
    if (!ok && !extraWrite) return undefined;
  }
  return next ? { after: next, limit } : undefined;
};

/** Marks a parent, so that it accepts no new children for some time. */
const markDeleting = async (key: ItemKey, conditions: readonly Condition[], forMs = DELETING_MS) => {
  const marked = await write(closeParent(key, conditions, forMs));
  if (marked.mayBeApplied) throw unavailable();
  return marked;
};

/** Deletes all children of a parent that is marked, one kind after the other. */
const removeChildren = async (parent: Parent, marked: TableItem | undefined) => {
  let item = marked;
  const problem = item && unknownChildrenProblem(parent.noun, parent.children, item);
  if (problem) {
    await markDeleting(parent.key, parent.conditions, 0);
    throw problem;
  }
  for (const relation of parent.children) {
    for (let tries = 1; item?.[countOf(relation)]; tries++) {
      // Pauses before another round. Children can be left that the index did not show yet, or that another request changed.
      if (tries > 1 && !(await pauseToRetry(tries))) throw unavailable(unfinished(relation));
      for (let batch: Batch | undefined = {}; batch; batch = await removeBatch(relation, parent, batch)) {
        if (msLeft() < MIN_DELETION_MS) throw unavailable(unfinished(relation));
      }
      item = await find(parent.key);
      if (parent.isOver(item)) return;
    }
  }
};

/** Deletes the children of a child, as long as the child does not get another parent. */
const removeGrandchildren = async (relation: TableRelation, parentId: string, item: TableItem) => {
  const { attribute, child, children = [] } = relation;
  if (!relationWithChildren(children, item)) return;
  const key = keyIn(child, stringOf(item, 'sk'));
  const conditions = [equals(attribute, parentId)];
  const isOver = (current?: TableItem) => current?.[attribute] !== parentId;
  const { ok, item: marked } = await markDeleting(key, conditions);
  if (ok) await removeChildren({ noun: child, key, children, conditions, isOver }, marked);
};

type ParentDeletion = Deletion & { readonly query: { readonly force: boolean } };

/**
 * Deletes an item that children can belong to. With `force`, deletes the children first and the item last.
 * @example handleDelete(removeUser, (request) => removeParent(users, [authorship], request))
 */
export const removeParent = async <F extends Fields>(
  entity: Entity<F>,
  children: readonly TableRelation[],
  request: ParentDeletion,
) => {
  const { precondition, query } = request;
  if (!query.force) return remove(entity, request, children);
  const key = keyOf(entity, request.id);
  const conditions = ownedBy(request);
  const isOver = (item?: TableItem) => {
    if (!item) throw notFound();
    checkOwner(entity, request, item);
    return false;
  };
  const { ok, item } = await markDeleting(key, [...conditions, ...matchesPrecondition(precondition)]);
  if (!ok && !isOver(item) && item) checkPrecondition(precondition, stringOf(item, 'rev'));
  await removeChildren({ noun: entity.collection.toLowerCase(), key, children, conditions, isOver }, item);
  return remove(entity, { ...request, precondition: {} }, children);
};
