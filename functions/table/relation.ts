import type { TableItem } from '../dynamodb/client';
import type { WithCaller } from '../http/caller';
import { memberProblem, Problem, unavailable } from '../http/problem';
import { countOf, deletingParent, foreignParent, hasChildren, type Relation, unknownParent } from '../model/relation';
import { all, type Condition, increment, itemExists, ownedBy } from './expression';
import { type FieldChange, isForeign } from './item';
import { type Collection, type ItemKey, shardOf } from './shards';
import type { ExtraWrite } from './write';

export type TableRelation = Relation<Lowercase<Collection>>;

export const keyIn = (noun: Lowercase<Collection>, id: string): ItemKey => ({
  pk: shardOf(noun.toUpperCase() as Collection, id),
  sk: id,
});

type Count = { readonly by: number; readonly condition?: Condition };

/** Returns the write that adds `by`, which can be negative, to a parent's number of children. */
export const countChildren = (relation: TableRelation, parentId: string, { by, condition }: Count) => ({
  Update: { Key: keyIn(relation.parent, parentId), ...increment(countOf(relation), by, condition) },
});

const decrementCount = (relation: TableRelation, parentId: string): ExtraWrite => ({
  write: countChildren(relation, parentId, { by: -1 }),
  problemFor: () => unavailable(),
});

/** Condition that no `DELETE ?force=true` is deleting the parent. */
const isOpen = (): Condition => ({
  text: '(attribute_not_exists(closedUntil) OR closedUntil <= :now)',
  values: { ':now': new Date().toISOString() },
});

/** Returns the write that counts a new child. It fails when the parent is missing, being deleted or, if that matters, foreign. */
const incrementCount = (relation: TableRelation, parentId: string, asked: WithCaller): ExtraWrite => {
  const { attribute } = relation;
  const parentAsked = relation.needsOwnParent ? asked : { caller: undefined };
  const condition = all(itemExists, isOpen(), ...ownedBy(parentAsked));
  return {
    write: countChildren(relation, parentId, { by: 1, condition }),
    problemFor: (parent) => {
      if (!parent) return memberProblem(attribute, unknownParent(relation));
      if (isForeign(parentAsked, parent)) return memberProblem(attribute, [403, 'not-owner', foreignParent(relation)]);
      return new Problem(...deletingParent(relation));
    },
  };
};

/**
 * Returns the writes that count a child for its parent `to`, and no longer for its parent `from`. `undefined` stands for
 * no parent. A new child has no `from`, and a deleted child has no `to`.
 */
export const moveChild = (relation: TableRelation, { from, to, caller }: FieldChange) => {
  if (from === to) return [];
  return [...(from ? [decrementCount(relation, from)] : []), ...(to ? [incrementCount(relation, to, { caller })] : [])];
};

/** Returns the condition that an item has no children. An item that never had a child has no count. */
export const childless = (relation: TableRelation): Condition => {
  const count = countOf(relation);
  return { text: `(attribute_not_exists(${count}) OR ${count} = :none)`, values: { ':none': 0 } };
};

/** Returns the 409 for an item that still has children. Without it, a child could name a parent that does not exist. */
export const childrenProblem = (relations: readonly TableRelation[], item: TableItem | undefined) => {
  const relation = relations.find((each) => item?.[countOf(each)]);
  if (!relation) return undefined;
  const [status, code, detail] = hasChildren(relation);
  const link = `<${relation.path}?${relation.attribute}=${item?.sk}>; rel="related"`;
  return new Problem(status, code, detail, { headers: { link } });
};
