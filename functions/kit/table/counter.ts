import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import {
  countOf,
  deletingParent,
  foreignParent,
  IS_PARENT,
  type OwnRelation,
  TOTAL,
  unknownParent,
} from '../model/relation';
import type { WithCaller } from '../rules/conditions';
import { joinProblems, memberProblem, Problem, unavailable } from '../rules/problem';
import { type ChildRelation, childrenProblem } from './children/relation';
import {
  all,
  type Condition,
  conditionExpression,
  equals,
  itemExists,
  itemMissing,
  ownedBy,
  updateExpression,
} from './expression';
import { find } from './get';
import { type FieldChange, isForeign } from './item';
import { type ItemKey, keyIn } from './keys';
import { type ExtraWrite, RETRY, write } from './write';

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
  const Item = { ...counterKeyOf(noun, id), [TOTAL]: 0, ...(owner !== undefined && { owner }) };
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

export const updateCounter = (changes: readonly CountChange[], pk: string, condition: Condition = itemExists) => {
  const sums: Record<string, number> = { [TOTAL]: 0 };
  for (const { relation, by } of changes)
    for (const name of [TOTAL, countOf(relation)]) sums[name] = (sums[name] ?? 0) + by;
  return { Update: { Key: { pk, sk: COUNTER }, ...updateExpression({}, condition, sums) } };
};

export const loweredCounts = (changes: readonly CountChange[]): ExtraWrite[] =>
  [...byCounter(changes)].map(([pk, group]) => ({ write: updateCounter(group, pk), problemFor: () => unavailable() }));

/** Condition that no `DELETE ?force=true` is deleting the parent. */
const isOpen = (): Condition => ({
  text: '(attribute_not_exists(closedUntil) OR closedUntil <= :Now)',
  values: { ':Now': new Date().toISOString() },
});

/** Returns the problem of the fields that name a parent, which is missing, foreign or being deleted. */
export const parentProblem = (changes: readonly CountChange[], asker: WithCaller, parent?: TableItem) => {
  const problems = changes.flatMap(({ relation }) => {
    const { attribute } = relation;
    if (!parent) return memberProblem(attribute, 'unknown', unknownParent(relation));
    if (!isForeign(asker, parent)) return new Problem(...deletingParent(relation));
    if (relation.isParentShared) return [];
    return memberProblem(attribute, 'forbidden', [403, 'not-owner', foreignParent(relation)]);
  });
  const [first = unavailable(), ...others] = problems;
  return joinProblems(first, others);
};

/** Adds the missing counter of a parent, so that the write of its child can be tried again. */
const addMissingCounter = async (changes: readonly CountChange[], asker: WithCaller) => {
  const [{ relation, parentId } = { parentId: '' }] = changes;
  const parent = relation && (await find(keyIn(relation.parent, parentId)));
  if (!parent || isForeign(asker, parent)) return parentProblem(changes, asker, parent);
  await addCounter(relation.parent, parent);
  return RETRY;
};

/** Returns the part of a request that tells whether a caller may give a child to its new parents. Shared ones are open to all. */
export const askerFor = (added: readonly CountChange[], caller: WithCaller['caller']): WithCaller => ({
  caller: added.every(({ relation }) => relation.isParentShared) ? undefined : caller,
});

/** Returns the writes of the counts of all parents. Fails when a new parent is missing, being deleted or, if that matters, foreign. */
export const countWrites = (changes: readonly CountChange[], caller: WithCaller['caller']): ExtraWrite[] =>
  [...byCounter(changes)].flatMap(([pk, group]) => {
    const added = group.filter(({ by }) => by > 0);
    if (added.length === 0) return loweredCounts(group);
    const asker = askerFor(added, caller);
    const condition = all(itemExists, isOpen(), ...ownedBy(asker));
    return {
      write: updateCounter(group, pk, condition),
      problemFor: (counter) => (counter ? parentProblem(added, asker, counter) : addMissingCounter(added, asker)),
    };
  });
