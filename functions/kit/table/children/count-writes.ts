import type { TableItem } from '../../dynamodb/client';
import { deletingParent, foreignParent, unknownParent } from '../../model/relation';
import type { WithCaller } from '../../rules/conditions';
import { joinProblems, memberProblem, Problem, unavailable } from '../../rules/problem';
import { addCounter, byCounter, type CountChange, loweredCounts, updateCounter } from '../counter';
import { all, type Condition, itemExists, ownedBy } from '../expression';
import { find } from '../get';
import { isForeign } from '../item';
import { keyIn } from '../keys';
import { type ExtraWrite, RETRY } from '../write';

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
