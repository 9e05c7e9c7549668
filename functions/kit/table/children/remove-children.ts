import type { TableItem } from '../../dynamodb/client';
import { type Entity, nounOf } from '../../entity';
import { msLeft } from '../../invocation';
import { countOf, IS_PARENT, TOTAL, unfinished } from '../../model/relation';
import { unavailable } from '../../rules/problem';
import { byCounter, counterKeyOf, updateCounter } from '../counter';
import { type ChildDeletion, deletionOf } from '../dependents';
import { type Condition, equals, itemExists, MAX_WRITES, updateExpression } from '../expression';
import { find } from '../get';
import { type ItemKey, keyOf } from '../keys';
import { partitionOf, query, rangeOf } from '../query';
import { pauseToRetry, THROTTLED } from '../retry';
import { type ExtraWrite, write } from '../write';
import { type ChildRelation, relationsTo, unknownChildrenProblem } from './relation';

/** Minimum time for a transaction that deletes children. */
const MIN_DELETION_MS = 1000;

/** Time for which a deletion by force keeps new children out. Each repetition of the request starts this time again. */
const DELETING_MS = 5 * 60_000;

type Parent = {
  readonly noun: string;
  readonly key: ItemKey;
  /** Relations of its children. */
  readonly known: readonly ChildRelation[];
  /** Entities of all children, also of children of children. */
  readonly entities: readonly Entity[];
  /** Conditions of counters, by their `pk`, that hold with each write: the owner of the first parent stays the same. */
  readonly counters: ReadonlyMap<string, Condition>;
  /** Writes to the parents on the way from the first one. They fail when one of these gets another parent. */
  readonly guards: readonly ExtraWrite[];
  /** Tells whether the deletion ends here, because the item is gone or another one. May throw a Problem instead. */
  readonly isOver: () => Promise<boolean>;
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
const removeRound = async (childRelation: ChildRelation, parent: Parent) => {
  const { entity, relation } = childRelation;
  const { noun, key, counters, guards } = parent;
  const grandchildren = relationsTo(nounOf(entity), parent.entities);
  let limit = MAX_WRITES - 1;
  let after: string | undefined;
  const partition = partitionOf(relation.stored, key.sk);
  const { pk } = counterKeyOf(noun, key.sk);
  for (;;) {
    if (msLeft() < MIN_DELETION_MS) throw unavailable(unfinished(relation));
    const rest = rangeOf({ order: 'asc', after });
    const { Items: found = [], LastEvaluatedKey } = await query(partition, rest, { Limit: limit });
    if (found.length === 0) return true;
    for (const { sk } of grandchildren[0] ? await parentsIn(entity, found) : [])
      await removeGrandchildren(childRelation, grandchildren, parent, String(sk));
    const deletions = found.map((item) => deletionOf(entity, grandchildren, item));
    const own = counters.has(pk) ? 0 : 1;
    const batch = fitting(deletions, key.sk, MAX_WRITES - own - guards.length - counters.size);
    const groups = byCounter(batch.flatMap(({ counts }) => counts));
    const updateOf = (each: string) => ({ write: updateCounter(groups.get(each) ?? [], each, counters.get(each)) });
    const kept = [...guards, ...[...counters.keys()].filter((each) => each !== pk).map(updateOf)];
    const others = [...groups.keys()].filter((each) => each !== pk && !counters.has(each)).map(updateOf);
    const { ok, extraWrite, isThrottled } = await write(
      updateOf(pk).write,
      [...kept, ...batch.flatMap(({ writes }) => writes), ...others],
      { isDivisible: batch.length > 1 },
    );
    const isLast = !LastEvaluatedKey && batch.length === found.length;
    if (isThrottled && (await pauseToRetry(1, THROTTLED))) limit = Math.floor(batch.length / 2);
    else if (!ok && (!extraWrite || kept.includes(extraWrite))) return false;
    else if (isLast) return true;
    else after = String(found[batch.length - 1]?.sk);
  }
};

/** Closes the counter of a parent to new children for some time. */
const closeCounter = ({ noun, key, counters, guards }: Parent, forMs = DELETING_MS) => {
  const Key = counterKeyOf(noun, key.sk);
  const closedUntil = new Date(Date.now() + forMs).toISOString();
  const expression = updateExpression({ closedUntil }, counters.get(Key.pk) ?? itemExists);
  const others = [...counters].filter(([pk]) => pk !== Key.pk);
  const kept = others.map(([pk, condition]) => ({ write: updateCounter([], pk, condition) }));
  return write({ Update: { Key, ...expression } }, [...guards, ...kept]);
};

/** Deletes all children of a parent, one kind after the other. Keeps new ones out, until the deletion is repeated or forgotten. */
export const removeChildren = async (parent: Parent) => {
  const { noun, key, known } = parent;
  const readCounter = () => find(counterKeyOf(noun, key.sk));
  const { ok, item } = await closeCounter(parent);
  if (!ok) {
    if (await parent.isOver()) return;
    throw unavailable();
  }
  // A transaction does not return the item.
  let counter = item ?? (await readCounter());
  const problem = unknownChildrenProblem(noun, known, counter);
  if (problem) {
    await closeCounter(parent, 0);
    throw problem;
  }
  for (const childRelation of known) {
    const { relation } = childRelation;
    for (let tries = 1; counter?.[countOf(relation)]; tries++) {
      // Pauses before another round. Children can be left that the index did not show yet, or that another request changed.
      if (tries > 1 && !(await pauseToRetry(tries))) throw unavailable(unfinished(relation));
      const isThere = await removeRound(childRelation, parent);
      if (!isThere && (await parent.isOver())) return;
      counter = await readCounter();
    }
  }
};

/** Returns the children that have children of their own. */
const parentsIn = async (entity: Entity, items: readonly TableItem[]) => {
  const able = items.filter((item) => item[IS_PARENT]);
  const counters = able.map(({ sk }) => find(counterKeyOf(nounOf(entity), String(sk))));
  const found = await Promise.all(counters);
  return able.filter((_, index) => found[index]?.[TOTAL]);
};

/** Deletes the children of a child, as long as the child does not get another parent. */
const removeGrandchildren = async (
  { entity, relation: { stored } }: ChildRelation,
  known: readonly ChildRelation[],
  parent: Parent,
  id: string,
) => {
  const [noun, key] = [nounOf(entity), keyOf(entity, id)];
  const isOver = async () => (await parent.isOver()) || (await find(key))?.[stored] !== parent.key.sk;
  const stays = updateExpression({ [IS_PARENT]: true }, equals(stored, parent.key.sk));
  const guards = [...parent.guards, { write: { Update: { Key: key, ...stays } } }];
  await removeChildren({ ...parent, noun, key, known, guards, isOver });
};
