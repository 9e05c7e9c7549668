import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, Problem, unavailable } from '../http/problem';
import { MIN_REMOVAL_MS, msLeft } from '../lambda/deadline';
import { type Belonging, closingParent, countOf, hasChildren, unfinished, unknownParent } from '../model/belonging';
import type { Fields } from '../model/field';
import { all, type Condition, conditional, counting, equals, meets, present, updating } from './expression';
import { getItem } from './get';
import { type ItemKey, type Kind, type Link, stringOf, type TableItem } from './item';
import { listItems } from './list';
import { type Collection, partitionOf } from './partition';
import { remove } from './remove';
import { type ExtraWrite, pauseToRetry, THROTTLED, write } from './write';

type TableBelonging = Belonging<Lowercase<Collection>>;

/** Returns the condition that the parent exists and is open. `DELETE ?force=true` closes a parent until `closedUntil`. */
const openAt = (now: string): Condition => ({
  text: `${present.text} AND (attribute_not_exists(closedUntil) OR closedUntil <= :now)`,
  values: { ':now': now },
});

const keyIn = (noun: Lowercase<Collection>, id: string): ItemKey => ({
  pk: partitionOf(noun.toUpperCase() as Collection, id),
  sk: id,
});

/**
 * Returns the write that adds `by`, which can be negative, to a parent's number of children. The write fails when the
 * parent does not exist, or when the parent is closed and `by` is positive.
 */
const countChildren = (belonging: TableBelonging, parentId: string, by: number): ExtraWrite => ({
  write: {
    Update: {
      Key: keyIn(belonging.parent, parentId),
      ...counting(countOf(belonging), by, by > 0 ? openAt(new Date().toISOString()) : present),
    },
  },
  problemFor: (parent) =>
    by > 0 ? new Problem(...(parent ? closingParent(belonging) : unknownParent(belonging))) : unavailable(),
});

/**
 * Returns the writes that count a child for its parent `to`, and no longer for its parent `from`. `undefined` stands for
 * no parent. A new child has no `from`, and a deleted child has no `to`.
 */
export const moveCount = (belonging: TableBelonging, from: string | undefined, to: string | undefined) =>
  from === to
    ? []
    : [...(from ? [countChildren(belonging, from, -1)] : []), ...(to ? [countChildren(belonging, to, 1)] : [])];

/** Returns the condition that an item has no children. An item that never had a child has no count. */
const childless = (belonging: TableBelonging): Condition => {
  const count = countOf(belonging);
  return { text: `(attribute_not_exists(${count}) OR ${count} = :none)`, values: { ':none': 0 } };
};

/** Returns the 409 for an item that still has children. Without it, a child could name a parent that does not exist. */
const childrenProblem = (belonging: TableBelonging, item: TableItem | undefined) => {
  if (!item?.[countOf(belonging)]) return undefined;
  const [status, code, detail] = hasChildren(belonging);
  const link = `<${belonging.path}?${belonging.attribute}=${item.sk}>; rel="related"`;
  return new Problem(status, code, detail, { headers: { link } });
};

const guardChildren = (belonging: TableBelonging) => (item: TableItem) => {
  const problem = childrenProblem(belonging, item);
  if (problem) throw problem;
  return [childless(belonging)];
};

/**
 * Maximum number of children that one transaction deletes. With the update of the count, the transaction has 100
 * writes, DynamoDB's maximum. One Query reads the children, so they hold at most 1 MB; DynamoDB's maximum is 4 MB.
 */
const MAX_BATCH = 99;

/** Batch of children: at most `limit` children after the id `after`. */
type Batch = { readonly after?: string; readonly limit?: number };

const removalOf = ({ attribute, child: noun, below }: TableBelonging, parentId: string, id: string): ExtraWrite => {
  const condition = all(equals(attribute, parentId), ...(below ? [childless(below)] : []));
  return {
    write: { Delete: { Key: keyIn(noun, id), ...conditional(condition) } },
    problemFor: (child) => (below && child?.[attribute] === parentId ? childrenProblem(below, child) : undefined),
  };
};

/**
 * Deletes some children in one transaction, and subtracts them from the parent's count. Returns the next batch, or
 * undefined after the last one. When a child is gone or has a new parent, the transaction changes nothing, and the
 * children stay until the caller lists them again. After throttling the following batches have half the size, because a
 * large transaction may need more capacity units at once than a partition has.
 */
const removeBatch = async (belonging: TableBelonging, parentId: string, { after, limit = MAX_BATCH }: Batch) => {
  const page = { limit, order: 'asc', after } as const;
  const { items, next } = await listItems({ [belonging.attribute]: parentId }, page);
  if (items.length > 0) {
    const { write: count } = countChildren(belonging, parentId, -items.length);
    const removals = items.map(({ sk }) => removalOf(belonging, parentId, String(sk)));
    const { isThrottled } = await write(count, removals, { isDivisible: items.length > 1 });
    if (isThrottled && (await pauseToRetry(1, THROTTLED))) return { after, limit: Math.floor(items.length / 2) };
  }
  return next ? { after: next, limit } : undefined;
};

/** Time for which a deletion by force keeps the parent closed. Each repetition of the request starts this time again. */
const CLOSED_MS = 5 * 60_000;

/** Closes a parent to new children during a deletion by force. Keeps `rev`, so that a repetition can send the same ETag. */
const close = async (key: ItemKey, precondition: Precondition): Promise<TableItem> => {
  const closedUntil = new Date(Date.now() + CLOSED_MS).toISOString();
  const closing = updating({ closedUntil }, all(present, ...meets(precondition)));
  const { ok, item, mayBeApplied } = await write({ Update: { Key: key, ...closing } });
  if (mayBeApplied) throw unavailable();
  if (!item) throw notFound();
  if (!ok) checkPrecondition(precondition, stringOf(item, 'rev'));
  return item;
};

/** Deletes all children of a parent, which is closed first. */
const removeChildren = async (belonging: TableBelonging, id: string, precondition: Precondition) => {
  const key = keyIn(belonging.parent, id);
  let parent = await close(key, precondition);
  for (let tries = 1; parent[countOf(belonging)]; tries++) {
    // Pauses before another round. Children can be left that the index did not show yet, or that another request changed.
    if (tries > 1 && !(await pauseToRetry(tries))) throw unavailable(unfinished(belonging));
    for (let batch: Batch | undefined = {}; batch; batch = await removeBatch(belonging, id, batch)) {
      if (msLeft() < MIN_REMOVAL_MS) throw unavailable(unfinished(belonging));
    }
    parent = await getItem(key);
  }
};

type ParentRemoval = {
  readonly id: string;
  readonly precondition: Precondition;
  readonly query: { readonly force: boolean };
};

/** Deletes an item that children can belong to. With `force`, deletes the children first and the item last. */
export const removeParent = async <F extends Fields>(
  kind: Kind<F>,
  { link, children }: { readonly link: Link; readonly children: TableBelonging },
  { id, precondition, query: { force } }: ParentRemoval,
) => {
  if (force) await removeChildren(children, id, precondition);
  return remove(kind, link, { id, precondition: force ? {} : precondition, guard: guardChildren(children) });
};
