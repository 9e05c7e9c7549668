import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, unavailable } from '../http/problem';
import { all, type Condition, conditional, equals } from './expression';
import { get } from './get';
import { type ItemKey, stringOf, type TableItem } from './item';
import { type ExtraWrite, pauseToRetry, write } from './write';

type Removal = {
  readonly key: ItemKey;
  readonly precondition: Precondition;
  /** Throws when the item must stay. Returns conditions that must hold when DynamoDB deletes the item. */
  readonly guard?: (current: TableItem) => Condition[];
  /** Returns the writes to other items in the same transaction. */
  readonly extraWrites: (current: TableItem) => readonly ExtraWrite[];
};

/**
 * Deletes an item. Reads the item first, because the extra writes depend on its attributes. The condition of the delete
 * is the revision that was read.
 */
export const remove = async (removal: Removal): Promise<TableItem> => {
  const { key, precondition, guard = () => [], extraWrites } = removal;
  let current: TableItem | undefined = await get(key);
  for (let tries = 1; ; tries++) {
    if (!current) throw notFound();
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    const condition = all(equals('rev', rev), ...guard(current));
    const result = await write({ Delete: { Key: key, ...conditional(condition) } }, extraWrites(current));
    if (result.ok) return current;
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
    current = result.item;
  }
};
