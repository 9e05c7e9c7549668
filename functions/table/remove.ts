import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, unavailable } from '../http/problem';
import type { Fields } from '../model/field';
import { all, type Condition, conditional, equals } from './expression';
import { getItem } from './get';
import { type Kind, keyOf, type Link, linkedValue, resultOf, stringOf, type TableItem } from './item';
import { pauseToRetry, write } from './write';

type Removal = {
  readonly id: string;
  readonly precondition: Precondition;
  /** Throws when the item must stay. Returns conditions that must hold when DynamoDB deletes the item. */
  readonly guard?: (current: TableItem) => Condition[];
};

/**
 * Deletes an item. Reads the item first, because the writes to other items depend on its attributes. The condition of
 * the delete is the revision that was read.
 */
export const remove = async <F extends Fields>(kind: Kind<F>, link: Link, removal: Removal) => {
  const { id, precondition, guard = () => [] } = removal;
  const key = keyOf(kind, id);
  let current: TableItem | undefined = await getItem(key);
  for (let tries = 1; ; tries++) {
    if (!current) throw notFound();
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    const condition = all(equals('rev', rev), ...guard(current));
    const extraWrites = link.writesFor(id, linkedValue(link, current), undefined);
    const result = await write({ Delete: { Key: key, ...conditional(condition) } }, extraWrites);
    if (result.ok) return resultOf(kind, current);
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
    current = result.item;
  }
};
