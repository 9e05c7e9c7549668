import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, unavailable } from '../http/problem';
import { all, differs, equals, meets, newer, updating } from './expression';
import { type ItemKey, laterThan, stamp, stringOf, type TableItem } from './item';
import { type ExtraWrite, pauseToRetry, write } from './write';

type Change = {
  readonly key: ItemKey;
  readonly precondition: Precondition;
  /** New values. `undefined` removes an attribute. An attribute without a member here keeps its value. */
  readonly set: TableItem;
  /** True for a PATCH, which writes nothing when no value would change. */
  readonly isPatch?: boolean;
  /** Attribute that other items depend on. A change that keeps its value needs no extra writes. */
  readonly linkedAttribute: string;
  /** Returns the writes to other items that a new value of the linked attribute needs. */
  readonly extraWrites: (current: TableItem) => readonly ExtraWrite[];
};

/**
 * Changes an item without reading the item first. When a condition fails, DynamoDB's reply holds the current item, and
 * the next try is made for this revision.
 */
export const change = async (wanted: Change): Promise<TableItem> => {
  const { key, precondition, set, isPatch, linkedAttribute, extraWrites } = wanted;
  let stamped = { ...set, ...stamp() };
  const conditions = [newer, ...meets(precondition)];
  if (linkedAttribute in set) conditions.push(equals(linkedAttribute, set[linkedAttribute]));
  if (isPatch) conditions.push(differs(set));
  let result = await write({ Update: { Key: key, ...updating(stamped, all(...conditions)) } });
  for (let tries = 1; !result.ok; tries++) {
    const current = result.item;
    if (current?.rev === stamped.rev) return current;
    // If an earlier attempt had been applied, this `updatedAt` would not be older, because `updatedAt` only grows.
    const isUntouched = current && stringOf(current, 'updatedAt') < stamped.updatedAt;
    if (result.mayBeApplied && !isUntouched) throw unavailable();
    if (!current) throw notFound();
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    if (isPatch && Object.entries(set).every(([name, value]) => current[name] === value)) return current;
    // After a pause, the known revision is old. So every second try uses the revision just read, without a pause.
    if (tries % 2 === 0 && !(await pauseToRetry(tries))) throw unavailable();
    stamped = { ...stamped, updatedAt: laterThan(stringOf(current, 'updatedAt')) };
    const update = { Key: key, ...updating(stamped, equals('rev', rev)) };
    result = await write({ Update: update }, extraWrites(current));
    if (result.ok) return { ...current, ...stamped };
  }
  return { ...key, ...result.item };
};
