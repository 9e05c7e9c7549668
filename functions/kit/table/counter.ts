import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import { countOf, IS_PARENT, type OwnRelation, TOTAL } from '../model/relation';
import { unavailable } from '../rules/problem';
import { type ChildRelation, childrenProblem } from './children/relation';
import {
  all,
  type Condition,
  conditionExpression,
  equals,
  itemExists,
  itemMissing,
  updateExpression,
} from './expression';
import type { FieldChange } from './item';
import { type ItemKey, keyIn } from './keys';
import { type ExtraWrite, write } from './write';

/*
 * The counter of a parent: an item that counts its children. The parent's own item does not, because a write costs units for
 * each kB of the item that it changes, and a parent can have 400 kB. The counter has the owner of the parent, for the condition
 * of a new child. A parent is created and deleted together with its counter. A parent from before it could have children gets
 * its counter with the first child.
 */

/** Sort key of a counter. No id of a resource has this form. */
export const COUNTER = 'COUNT';

export const counterKeyOf = (noun: string, id: string): ItemKey => ({
  pk: `${COUNTER}#${noun.toUpperCase()}#${id}`,
  sk: COUNTER,
});

/** Returns the write of a new counter, which has the owner of its parent. */
export const putCounter = (noun: string, id: string, owner: unknown): ExtraWrite => {
  const Item = { ...counterKeyOf(noun, id), [TOTAL]: 0, owner };
  return { write: { Put: { Item, ...conditionExpression(itemMissing) } }, problemFor: () => unavailable() };
};

/** Marks an item as a parent, and gives it a counter, unless the item has one. */
export const addCounter = async (noun: string, { sk, owner }: TableItem) => {
  const key = keyIn(noun, String(sk));
  // Depends on the owner just read, so that the counter never has another one.
  const marked = updateExpression({ [IS_PARENT]: true }, all(itemExists, equals('owner', owner)));
  const counter = { Key: counterKeyOf(noun, key.sk), ...updateExpression({ [TOTAL]: 0, owner }, itemMissing) };
  await write({ Update: { Key: key, ...marked } }, [{ write: { Update: counter } }]);
};

/** Condition that a counter counts no children, or is missing, as after a restore of a part of the table. */
const isChildless = (): Condition => ({ text: `${itemMissing.text} OR ${TOTAL} = :None`, values: { ':None': 0 } });

/** Returns the write that deletes the counter of a resource, which fails while the resource has children. */
export const deleteCounter = (entity: Entity, known: readonly ChildRelation[], id: string): ExtraWrite => ({
  write: { Delete: { Key: counterKeyOf(nounOf(entity), id), ...conditionExpression(isChildless()) } },
  problemFor: (counter) => childrenProblem(entity, known, id, counter),
});

/** One child more, or one less, for a parent. */
export type CountChange = {
  readonly relation: OwnRelation;
  readonly parentId: string;
  readonly by: number;
};

/** Returns the changes of counts when a child gets a parent, or another one. A deleted child has no `to`. */
export const countChanges = ({ relation, from, to }: FieldChange): CountChange[] => {
  if (!relation || from === to) return [];
  return [
    ...(from ? [{ relation, parentId: String(from), by: -1 }] : []),
    ...(to ? [{ relation, parentId: String(to), by: 1 }] : []),
  ];
};

/** Groups changes by the counter, because a transaction takes an item once: a child can name one parent twice. */
export const byCounter = (changes: readonly CountChange[]) => {
  const groups = new Map<string, CountChange[]>();
  for (const change of changes) {
    const { pk } = counterKeyOf(change.relation.parent, change.parentId);
    groups.set(pk, [...(groups.get(pk) ?? []), change]);
  }
  return groups;
};

/** Returns by how much each count of one counter changes. */
export const sumsOf = (changes: readonly CountChange[]) => {
  const sums: Record<string, number> = { [TOTAL]: 0 };
  for (const { relation, by } of changes)
    for (const name of [TOTAL, countOf(relation)]) sums[name] = (sums[name] ?? 0) + by;
  return sums;
};

export const updateCounter = (changes: readonly CountChange[], pk: string, condition: Condition = itemExists) => ({
  Update: { Key: { pk, sk: COUNTER }, ...updateExpression({}, condition, sumsOf(changes)) },
});

export const loweredCounts = (changes: readonly CountChange[]): ExtraWrite[] =>
  [...byCounter(changes)].map(([pk, group]) => ({ write: updateCounter(group, pk), problemFor: () => unavailable() }));
