import type { TableItem } from '../../dynamodb/client';
import { nounOf } from '../../entity';
import { joinProblems, Problem } from '../../rules/problem';
import { askerFor, parentProblem } from '../children/count-writes';
import { byCounter, counterKeyOf } from '../counter';
import { countsOf } from '../dependents';
import { find } from '../get';
import { isForeign } from '../item';
import { keyIn, keyOf } from '../keys';
import type { AlsoWrite, ItemChange, Transaction } from './also-write';
import { itemPathOf, nameResource } from './name-resource';

/** Maximum number of further resources that one transaction writes. */
const MAX_ALSO = 20;

/** Further resource of a transaction, and its item as far as it is known. */
export type AlsoPart = {
  readonly write: AlsoWrite;
  readonly key: string;
  current?: TableItem | undefined;
};

const keyTextOf = ({ entity, id }: Pick<AlsoWrite, 'entity' | 'id'>) => {
  const { pk, sk } = keyOf(entity, id);
  return `${pk} ${sk}`;
};

const expandAll = (also: readonly AlsoWrite[], main: Transaction): readonly AlsoWrite[] =>
  also.flatMap((each) => {
    if (!each.expand) return each;
    const [{ path }, own] = [each.entity, main.entity.path];
    if (path !== own)
      throw new Error(`A write depends on a resource of ${path}, and the request is about one of ${own}.`);
    return expandAll(each.expand(main.before), main);
  });

/** Joins two changes of one resource. The second rule gets what the first one sets. */
const joinRules = (first: AlsoWrite, second: AlsoWrite): AlsoWrite => {
  const { rule, entity } = first;
  if (!rule || !second.rule)
    throw new Error(`\`also\` creates ${itemPathOf(first)}, and changes it; give the creation all values.`);
  if (entity.path !== second.entity.path)
    throw new Error(
      `\`also\` writes ${itemPathOf(first)} and ${itemPathOf(second)}, which are one resource; use one version.`,
    );
  const isTouch = first.isTouch ?? second.isTouch;
  return {
    ...second,
    ...(isTouch && { isTouch }),
    rule: (resource) => {
      const set = rule(resource);
      return { ...set, ...second.rule?.({ ...resource, ...set }) };
    },
  };
};

/** Returns the further resources of a transaction, each once, because a transaction takes an item once. */
export const partsOf = (main: Transaction, also: readonly AlsoWrite[]): readonly AlsoPart[] => {
  const writes = new Map<string, AlsoWrite>();
  for (const write of expandAll(also, main)) {
    const before = writes.get(keyTextOf(write));
    writes.set(keyTextOf(write), before ? joinRules(before, write) : write);
  }
  if (writes.has(keyTextOf(main)))
    throw new Error(`\`also\` writes ${itemPathOf(main)}, which is written anyway; set its values by \`set\`.`);
  if (writes.size > MAX_ALSO)
    throw new Error(`\`also\` has ${writes.size} resources; at most ${MAX_ALSO} are allowed.`);
  return [...writes].map(([key, write]) => ({ write, key }));
};

/** Reads the items that change. Each try does, because the items of the try before can have changed since. */
export const readParts = (parts: readonly AlsoPart[]) =>
  Promise.all(
    parts.map(async (part) => {
      if (part.write.rule) part.current = await find(keyOf(part.write.entity, part.write.id));
    }),
  );

/** Groups what gives an item new parents, but for parents that the transaction creates. */
const newParentsOf = (change: ItemChange, created: readonly ItemChange[]) => {
  const counters = created.map(({ entity, id }) => counterKeyOf(nounOf(entity), id).pk);
  const added = countsOf(change).filter(({ by }) => by > 0);
  return [...byCounter(added)].filter(([pk]) => !counters.includes(pk)).map(([, group]) => group);
};

/** Throws the problem of a new parent that is missing or foreign, so that no rule tells of it. */
const checkParents = (main: Transaction, created: readonly Transaction[], parts: readonly AlsoPart[]) => {
  for (const change of [main, ...created])
    for (const group of newParentsOf(change, created)) {
      const [{ relation, parentId } = { parentId: '' }] = group;
      const { pk, sk } = keyIn(relation?.parent ?? '', parentId);
      const part = parts.find(({ key }) => key === `${pk} ${sk}`);
      const asker = askerFor(group, main.caller);
      if (!part || (part.current && !isForeign(asker, part.current))) continue;
      const problem = parentProblem(group, asker, part.current);
      throw change === main ? problem : nameResource(problem, itemPathOf(change));
    }
};

/** Throws the problem of a new parent that is foreign. A rule that refuses comes after that. */
export const checkCounters = async (main: Transaction) => {
  for (const group of newParentsOf(main, [])) {
    const [{ relation, parentId } = { parentId: '' }] = group;
    const asker = askerFor(group, main.caller);
    const counter = await find(counterKeyOf(relation?.parent ?? '', parentId));
    if (counter && isForeign(asker, counter)) throw parentProblem(group, asker, counter);
  }
};

/** Returns the transactions of all parts. Throws the problems of all rules that refuse, as one. */
export const prepareAll = (parts: readonly AlsoPart[], transaction: Transaction): readonly Transaction[] => {
  const { caller } = transaction;
  const problems: Problem[] = [];
  const prepare = ({ write, current }: AlsoPart) => {
    try {
      return write.prepare(write, current, caller);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(nameResource(error, itemPathOf(write)));
      return undefined;
    }
  };
  // Creations come first, because a rule may not tell of a parent that is foreign.
  const created = new Map(parts.filter(({ write }) => !write.rule).map((part) => [part, prepare(part)]));
  const creations = [...created.values()].flatMap((each) => each ?? []);
  checkParents(transaction, creations, parts);
  const prepared = parts.flatMap((part) => (created.has(part) ? created.get(part) : prepare(part)) ?? []);
  const [problem, ...others] = problems;
  if (problem) throw joinProblems(problem, others);
  return prepared;
};
