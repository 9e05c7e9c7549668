import type { TableItem } from '../dynamodb/client';
import type { WithCaller } from '../http/caller';
import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, unavailable } from '../http/problem';
import { MIN_DELETION_MS, msLeft } from '../lambda/invocation';
import type { Fields } from '../model/field';
import { countOf, unfinished } from '../model/relation';
import {
  all,
  conditionExpression,
  equals,
  itemExists,
  matchesPrecondition,
  ownedBy,
  updateExpression,
} from './expression';
import { getItem } from './get';
import { checkOwner, dependentWrites, type Entity, keyOf, stringOf, writeResultOf } from './item';
import { listItems } from './list';
import { childless, childrenProblem, countChildren, keyIn, type TableRelation } from './relation';
import type { ItemKey } from './shards';
import { type ExtraWrite, pauseToRetry, THROTTLED, write } from './write';

type Deletion = WithCaller & {
  readonly id: string;
  readonly precondition: Precondition;
};

/**
 * Deletes an item. Reads the item first, because the writes to other items depend on its attributes. The condition of
 * the delete is the revision that was read. With `children`, the item stays while it has some.
 * @example handleDelete(removePost, (request) => remove(posts, request))
 */
export const remove = async <F extends Fields>(
  entity: Entity<F>,
  deletion: Deletion,
  children: readonly TableRelation[] = [],
) => {
  const { id, precondition, caller } = deletion;
  const key = keyOf(entity, id);
  let current: TableItem | undefined = await getItem(key);
  for (let tries = 1; ; tries++) {
    if (!current) throw notFound();
    checkOwner(entity, deletion, current);
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    const problem = childrenProblem(children, current);
    if (problem) throw problem;
    const condition = all(equals('rev', rev), ...children.map(childless));
    const extraWrites = dependentWrites(entity, id, { before: current, caller });
    const result = await write({ Delete: { Key: key, ...conditionExpression(condition) } }, extraWrites);
    if (result.ok) return writeResultOf(entity, current);
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
    current = result.item;
  }
};

/**
 * Maximum number of children that one transaction deletes. With the update of the count, the transaction has 100
 * writes, DynamoDB's maximum. One Query reads the children, so they hold at most 1 MB; DynamoDB's maximum is 4 MB.
 */
const MAX_BATCH = 99;

/** Batch of children: at most `limit` children after the id `after`. */
type Batch = { readonly after?: string; readonly limit?: number };

const deletionOf = (
  { attribute, child: noun, children = [] }: TableRelation,
  parentId: string,
  id: string,
): ExtraWrite => {
  const condition = all(equals(attribute, parentId), ...children.map(childless));
  return {
    write: { Delete: { Key: keyIn(noun, id), ...conditionExpression(condition) } },
    problemFor: (child) => (child?.[attribute] === parentId ? childrenProblem(children, child) : undefined),
  };
};

/**
 * Deletes some children in one transaction, and subtracts them from the parent's count. Returns the next batch, or
 * undefined after the last one. When a child is gone or has a new parent, the transaction changes nothing, and the
 * children stay until the caller lists them again. When the parent is gone or has another owner, no batch follows. After
 * throttling the following batches have half the size, because a large transaction may need more capacity units at once
 * than a partition has.
 */
const removeBatch = async (relation: TableRelation, request: Deletion, { after, limit = MAX_BATCH }: Batch) => {
  const { id } = request;
  const page = { limit, order: 'asc', after } as const;
  const { items, next } = await listItems({ [relation.attribute]: id }, page);
  if (items.length > 0) {
    const count = countChildren(relation, id, { by: -items.length, condition: all(itemExists, ...ownedBy(request)) });
    const deletions = items.map(({ sk }) => deletionOf(relation, id, String(sk)));
    const { ok, extraWrite, isThrottled } = await write(count, deletions, { isDivisible: items.length > 1 });
    if (isThrottled && (await pauseToRetry(1, THROTTLED))) return { after, limit: Math.floor(items.length / 2) };
    if (!ok && !extraWrite) return undefined;
  }
  return next ? { after: next, limit } : undefined;
};

/** Time for which a deletion by force keeps new children out. Each repetition of the request starts this time again. */
const DELETING_MS = 5 * 60_000;

type ParentDeletion = Deletion & { readonly query: { readonly force: boolean } };

/** Marks a parent, so that it accepts no new children during a deletion by force. Keeps `rev`, so that a repetition can send the same ETag. */
const markDeleting = async (entity: Entity, key: ItemKey, request: ParentDeletion): Promise<TableItem> => {
  const { precondition } = request;
  const closedUntil = new Date(Date.now() + DELETING_MS).toISOString();
  const mark = updateExpression(
    { closedUntil },
    all(itemExists, ...ownedBy(request), ...matchesPrecondition(precondition)),
  );
  const { ok, item, mayBeApplied } = await write({ Update: { Key: key, ...mark } });
  if (mayBeApplied) throw unavailable();
  if (!item) throw notFound();
  if (!ok) {
    checkOwner(entity, request, item);
    checkPrecondition(precondition, stringOf(item, 'rev'));
  }
  return item;
};

/** Marks a parent as being deleted, and deletes all its children, one kind after the other. */
const removeChildren = async (entity: Entity, children: readonly TableRelation[], request: ParentDeletion) => {
  const key = keyOf(entity, request.id);
  let parent = await markDeleting(entity, key, request);
  for (const relation of children) {
    for (let tries = 1; parent[countOf(relation)]; tries++) {
      // Pauses before another round. Children can be left that the index did not show yet, or that another request changed.
      if (tries > 1 && !(await pauseToRetry(tries))) throw unavailable(unfinished(relation));
      for (let batch: Batch | undefined = {}; batch; batch = await removeBatch(relation, request, batch)) {
        if (msLeft() < MIN_DELETION_MS) throw unavailable(unfinished(relation));
      }
      parent = await getItem(key);
      checkOwner(entity, request, parent);
    }
  }
};

/** Deletes an item that children can belong to. With `force`, deletes the children first and the item last. */
export const removeParent = async <F extends Fields>(
  entity: Entity<F>,
  children: readonly TableRelation[],
  request: ParentDeletion,
) => {
  const { force } = request.query;
  if (force) await removeChildren(entity, children, request);
  const precondition = force ? {} : request.precondition;
  return remove(entity, { ...request, precondition }, children);
};
