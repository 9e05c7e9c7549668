import { isDeepStrictEqual } from 'node:util';
import { createdAtOf, isId } from '../../../functions/kit/model/id';
import type { ShownChange } from './followed';
import type { TrueChange } from './shown';

const keyOf = ({ id }: { readonly id: string }, collection: string) => `${collection} ${id}`;

/** Returns a resource as JSON has it, because a bundle has other prototypes. */
const plain = (resource: object | undefined) => resource && JSON.parse(JSON.stringify(resource));

/** Returns what is wrong with a change that arrives, beside the change of the table in its place. */
const differenceOf = ({ before, after, at, changeId }: ShownChange, truth: TrueChange) => {
  const sides = [
    ['before', before, truth.before],
    ['after', after, truth.after],
  ] as const;
  for (const [name, shown, state] of sides) {
    const isSame = state?.body === undefined || isDeepStrictEqual(plain(shown), plain(state.body));
    if (Boolean(shown) !== Boolean(state) || !isSame)
      return `has ${name} ${JSON.stringify(shown)} instead of ${JSON.stringify(state?.body)}`;
  }
  const isInTime = truth.after ? at === truth.after.updatedAt : at > `${truth.before?.updatedAt}`;
  if (!isInTime) return `has the time ${at} instead of ${(truth.after ?? truth.before)?.updatedAt}`;
  return isId(changeId) && createdAtOf(changeId) === at ? undefined : `has the id ${changeId}, which is not of ${at}`;
};

/** Change that has arrived, by its place among those of its resource. */
type Arrival = { readonly key: string; readonly place: number; readonly text: string; isDone: boolean };

/** Holds the changes that arrive to those of the table. */
export const openLedger = (changes: readonly TrueChange[]) => {
  const truths = new Map<string, TrueChange[]>();
  for (const change of changes) {
    const key = keyOf(change, change.collection);
    truths.set(key, [...(truths.get(key) ?? []), change]);
  }
  const arrivals = new Map<string, Arrival>();
  const problems: string[] = [];
  const ofResource = (key: string) => [...arrivals.values()].filter((each) => each.key === key);
  const refuse = (arrival: Arrival, problem: string) =>
    problems.push(`change ${arrival.place + 1} of ${arrival.key} ${problem}`);

  const first = (key: string, change: ShownChange): Arrival => {
    const earlier = ofResource(key);
    const place = earlier.length;
    const arrival = { key, place, text: JSON.stringify(change), isDone: false };
    const truth = truths.get(key)?.[place];
    const difference = truth ? differenceOf(change, truth) : 'arrives, and the table has no such change';
    if (difference) refuse(arrival, difference);
    const before: ShownChange | undefined = earlier.at(-1) && JSON.parse(`${earlier.at(-1)?.text}`);
    if (before && !isDeepStrictEqual(before.after, plain(change.before)))
      refuse(arrival, `has another "before" than the "after" of the change before it`);
    arrivals.set(change.changeId, arrival);
    return arrival;
  };
  return {
    problems,
    refuse: (problem: string) => problems.push(problem),
    /** Notes that a function begins with a change. Returns how it notes the end. */
    begin: (collection: string, change: ShownChange) => {
      const key = keyOf(change, collection);
      const known = arrivals.get(change.changeId);
      const arrival = known ?? first(key, change);
      if (arrival.key !== key) refuse(arrival, `has the id of a change of ${key}`);
      else if (arrival.text !== JSON.stringify(change)) refuse(arrival, 'arrives again with another content');
      const undone = ofResource(key).find(({ place, isDone }) => place < arrival.place && !isDone);
      if (undone) refuse(arrival, `arrives before change ${undone.place + 1} is done`);
      return () => {
        arrival.isDone = true;
      };
    },
    /** Lists the changes that have arrived, each with the one of the table. */
    arrived: () =>
      [...arrivals].map(([changeId, { key, place, text }]) => ({ changeId, text, truth: truths.get(key)?.[place] })),
    /** Notes that the stream has no more. */
    end: () => {
      for (const [key, own] of truths) {
        const done = ofResource(key).filter(({ isDone }) => isDone).length;
        if (done < own.length) problems.push(`${key} has ${own.length} changes, of which ${done} were handled`);
      }
    },
  };
};

export type Ledger = ReturnType<typeof openLedger>;
