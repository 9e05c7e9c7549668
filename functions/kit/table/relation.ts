import type { Collection } from '../../plan';
import type { TableItem } from '../dynamodb/client';
import type { WithCaller } from '../http/caller';
import { memberProblem, Problem, unavailable } from '../http/problem';
import { listsIn } from '../lists.built';
import type { Relation } from '../model/field';
import { attributeOf } from '../model/models';
import { COUNT, countOf, deletingParent, foreignParent, hasChildren, storedIn, unknownParent } from '../model/relation';
import { all, type Condition, conditionExpression, equals, increment, itemExists, ownedBy } from './expression';
import { type Entity, type FieldChange, isForeign, keyOf } from './item';
import type { ExtraWrite } from './write';

export type TableRelation = Relation<Lowercase<Collection>>;

export const keyIn = (noun: Lowercase<Collection>, id: string) =>
  keyOf({ collection: noun.toUpperCase() as Collection }, id);

type Count = { readonly by: number; readonly condition?: Condition };

/** Returns the write that adds `by`, which can be negative, to a parent's number of children. */
export const countChildren = (relation: TableRelation, parentId: string, { by, condition }: Count) => ({
  Update: { Key: keyIn(relation.parent, parentId), ...increment(countOf(relation), by, condition) },
});

/** Condition that no `DELETE ?force=true` is deleting the parent. */
const isOpen = (): Condition => ({
  text: '(attribute_not_exists(closedUntil) OR closedUntil <= :Now)',
  values: { ':Now': new Date().toISOString() },
});

/** Returns the write that counts a new child. It fails when the parent is missing, being deleted or, if that matters, foreign. */
const incrementCount = (relation: TableRelation, parentId: string, asker: WithCaller['caller']): ExtraWrite => {
  const { attribute } = relation;
  const parentAsked = { caller: relation.isParentShared ? undefined : asker };
  const condition = all(itemExists, isOpen(), ...ownedBy(parentAsked));
  return {
    write: countChildren(relation, parentId, { by: 1, condition }),
    problemFor: (parent) => {
      if (!parent) return memberProblem(attribute, 'unknown', unknownParent(relation));
      if (isForeign(parentAsked, parent))
        return memberProblem(attribute, 'forbidden', [403, 'not-owner', foreignParent(relation)]);
      return new Problem(...deletingParent(relation));
    },
  };
};

/**
 * Returns the writes that count a child for its parent `to`, and no longer for its parent `from`. A new child has no
 * `from`, and a deleted child has no `to`.
 */
export const childCounts = (
  { name, field: { parent }, from, to }: FieldChange,
  caller: WithCaller['caller'],
): ExtraWrite[] => {
  if (!parent || from === to) return [];
  const relation = { ...parent, attribute: name } as TableRelation;
  return [
    ...(from ? [{ write: countChildren(relation, String(from), { by: -1 }), problemFor: () => unavailable() }] : []),
    ...(to ? [incrementCount(relation, String(to), caller)] : []),
  ];
};

/** Returns the attributes that count children. Newer code, which runs beside this code for a while, can count more kinds. */
const countsIn = (item: TableItem) =>
  Object.keys(item).filter((name) => COUNT.test(name) && typeof item[name] === 'number');

/** Returns the conditions that an item has no children. An item that never had a child has no count. */
export const childless = (relations: readonly TableRelation[], item: TableItem): Condition[] =>
  [...new Set([...relations.map(countOf), ...countsIn(item)])].map((count) => ({
    text: `(attribute_not_exists(${count}) OR ${count} = :None)`,
    values: { ':None': 0 },
  }));

/** Returns the 409 for an item with children of a kind that only newer code knows. */
export const unknownChildrenProblem = (noun: string, relations: readonly TableRelation[], item: TableItem) => {
  const known = relations.map(countOf);
  if (!countsIn(item).some((count) => item[count] && !known.includes(count))) return undefined;
  const detail = `The ${noun} has children that this version does not know; delete them first.`;
  return new Problem(409, `${noun}-has-children`, detail);
};

/**
 * Returns the 409 for an item that still has children. Without it, a child could name a parent that does not exist. Links to
 * the newest list of the children that is not newer than the version that was asked.
 */
export const childrenProblem = (entity: Entity, relations: readonly TableRelation[], item: TableItem) => {
  const relation = relations.find((each) => item[countOf(each)]);
  if (!relation) return unknownChildrenProblem(entity.collection.toLowerCase(), relations, item);
  const [status, code, detail] = hasChildren(relation);
  const later = listsIn[entity.version ?? 1]?.[storedIn(relation)];
  const link = `<${later ?? `${relation.path}?${relation.attribute}=`}${item.sk}>; rel="related"`;
  return new Problem(status, code, detail, { headers: { link } });
};

/**
 * Returns the write that deletes a child, if it still belongs to the parent, has no children of its own, and has the unique
 * values whose claims are deleted along with it.
 */
export const deleteChild = (relation: TableRelation, parentId: string, item: TableItem): ExtraWrite => {
  const { child: noun, children = [], unique = {} } = relation;
  const attribute = storedIn(relation);
  const claimed = Object.entries(unique).map(([name, field]) => attributeOf(noun, name, field));
  const values = claimed.map((each) => equals(each, item[each]));
  const condition = all(equals(attribute, parentId), ...values, ...childless(children, item));
  return {
    write: { Delete: { Key: keyIn(noun, String(item.sk)), ...conditionExpression(condition) } },
    // The next round deletes children of a known kind, which are new.
    problemFor: (child) =>
      child?.[attribute] === parentId ? unknownChildrenProblem(noun, children, child) : undefined,
  };
};
