import type { TableItem } from '../dynamodb/client';
import { type WithCaller, notOwner } from '../http/caller';
import { Problem, unavailable } from '../http/problem';
import { type Belonging, closingParent, countOf, foreignParent, hasChildren, unknownParent } from '../model/belonging';
import { all, type Condition, increment, itemExists, ownedBy } from './expression';
import { isForeign, type Move } from './item';
import { type Collection, type ItemKey, partitionOf } from './partition';
import type { ExtraWrite } from './write';

export type TableBelonging = Belonging<Lowercase<Collection>>;

/** Returns the condition that the parent exists and is open. `DELETE ?force=true` closes a parent until `closedUntil`. */
const openAt = (now: string): Condition => ({
  text: `${itemExists.text} AND (attribute_not_exists(closedUntil) OR closedUntil <= :now)`,
  values: { ':now': now },
});

export const keyIn = (noun: Lowercase<Collection>, id: string): ItemKey => ({
  pk: partitionOf(noun.toUpperCase() as Collection, id),
  sk: id,
});

const countUpdate = (belonging: TableBelonging, parentId: string, by: number, condition: Condition) => ({
  Update: { Key: keyIn(belonging.parent, parentId), ...increment(countOf(belonging), by, condition) },
});

/** Returns the write that subtracts `by` from a parent's number of children. */
export const decrementCount = (belonging: TableBelonging, parentId: string, by: number): ExtraWrite => ({
  write: countUpdate(belonging, parentId, -by, itemExists),
  problemFor: () => unavailable(),
});

/** Returns the write that counts a new child. It fails when the parent is missing, closed or, if that matters, foreign. */
const incrementCount = (belonging: TableBelonging, parentId: string, asked: WithCaller): ExtraWrite => {
  const parentAsked = belonging.needsOwnParent ? asked : { caller: undefined };
  return {
    write: countUpdate(belonging, parentId, 1, all(openAt(new Date().toISOString()), ...ownedBy(parentAsked))),
    problemFor: (parent) => {
      if (!parent) return new Problem(...unknownParent(belonging));
      if (isForeign(parentAsked, parent)) return notOwner(...foreignParent(belonging));
      return new Problem(...closingParent(belonging));
    },
  };
};

/**
 * Returns the writes that count a child for its parent `to`, and no longer for its parent `from`. `undefined` stands for
 * no parent. A new child has no `from`, and a deleted child has no `to`.
 */
export const moveChild = (belonging: TableBelonging, { from, to, caller }: Move) =>
  from === to
    ? []
    : [...(from ? [decrementCount(belonging, from, 1)] : []), ...(to ? [incrementCount(belonging, to, { caller })] : [])];

/** Returns the condition that an item has no children. An item that never had a child has no count. */
export const childless = (belonging: TableBelonging): Condition => {
  const count = countOf(belonging);
  return { text: `(attribute_not_exists(${count}) OR ${count} = :none)`, values: { ':none': 0 } };
};

/** Returns the 409 for an item that still has children. Without it, a child could name a parent that does not exist. */
export const childrenProblem = (belonging: TableBelonging, item: TableItem | undefined) => {
  if (!item?.[countOf(belonging)]) return undefined;
  const [status, code, detail] = hasChildren(belonging);
  const link = `<${belonging.path}?${belonging.attribute}=${item.sk}>; rel="related"`;
  return new Problem(status, code, detail, { headers: { link } });
};

export const guardChildren = (belonging: TableBelonging) => (item: TableItem) => {
  const problem = childrenProblem(belonging, item);
  if (problem) throw problem;
  return [childless(belonging)];
};
