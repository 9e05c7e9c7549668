import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, unavailable } from '../http/problem';
import { all, type Condition, conditional, equals } from './expression';
import { get } from './get';
import { type Item, type Key, stringOf } from './item';
import { pauseToRetry, type Side, write } from './write';

type Removal = {
  readonly key: Key;
  readonly precondition: Precondition;
  /** Throws when this item must stay; what it returns has to hold at the moment of the delete, too. */
  readonly guard?: (current: Item) => Condition[];
  readonly sides: (current: Item) => readonly Side[];
};

/** Deletes an item. It is read first to learn which other items depend on it; the delete is pinned to what was read. */
export const remove = async ({ key, precondition, guard = () => [], sides }: Removal): Promise<Item> => {
  let current: Item | undefined = await get(key);
  for (let tries = 1; ; tries++) {
    if (!current) throw notFound();
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    const condition = all(equals('rev', rev), ...guard(current));
    const outcome = await write({ Delete: { Key: key, ...conditional(condition) } }, sides(current));
    if (outcome.ok) return current;
    if (outcome.retried || !(await pauseToRetry(tries))) throw unavailable();
    current = outcome.item;
  }
};
