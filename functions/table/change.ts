import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, unavailable } from '../http/problem';
import { all, differs, equals, meets, newer, updating } from './expression';
import { type Item, type Key, laterThan, stamp, stringOf } from './item';
import { pauseToRetry, type Side, write } from './write';

type Change = {
  readonly key: Key;
  readonly precondition: Precondition;
  /** The new values; `undefined` removes an attribute, one that is not named stays. */
  readonly set: Item;
  /** A patch that changes nothing writes nothing. */
  readonly isPatch?: boolean;
  /** The attribute that other items depend on. While it stays, one update of one item does. */
  readonly link: string;
  /** The writes that go along when the link changes. */
  readonly sides: (current: Item) => readonly Side[];
};

/** Changes an item in place, without reading it first: a condition that fails says what stands there. */
export const change = async ({ key, precondition, set, isPatch, link, sides }: Change): Promise<Item> => {
  let stamped = { ...set, ...stamp() };
  const conditions = [newer, ...meets(precondition)];
  if (link in set) conditions.push(equals(link, set[link]));
  if (isPatch) conditions.push(differs(set));
  let outcome = await write({ Update: { Key: key, ...updating(stamped, all(...conditions)) } });
  for (let tries = 1; !outcome.ok; tries++) {
    const current = outcome.item;
    if (current?.rev === stamped.rev) return current;
    // Time only grows: had an earlier attempt been applied, what stands there now would be later.
    const isUntouched = current && stringOf(current, 'updatedAt') < stamped.updatedAt;
    if (outcome.retried && !isUntouched) throw unavailable();
    if (!current) throw notFound();
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    if (isPatch && Object.entries(set).every(([name, value]) => current[name] === value)) return current;
    if (tries > 1 && !(await pauseToRetry(tries))) throw unavailable();
    stamped = { ...stamped, updatedAt: laterThan(stringOf(current, 'updatedAt')) };
    const update = { Key: key, ...updating(stamped, equals('rev', rev)) };
    outcome = await write({ Update: update }, sides(current));
    if (outcome.ok) return { ...current, ...stamped };
  }
  return { ...key, ...outcome.item };
};
