import type { Asked } from '../http/caller';
import { READ_ONLY } from '../http/fields';
import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, unavailable } from '../http/problem';
import type { Fields } from '../model/field';
import { all, differs, equals, meets, newer, ownedBy, updating } from './expression';
import { insert } from './insert';
import {
  checkOwner,
  isForeign,
  type Kind,
  keyOf,
  type Link,
  laterThan,
  linkedValue,
  resultOf,
  stamp,
  stringOf,
  type TableItem,
} from './item';
import { pauseToRetry, write } from './write';

type Change = Asked & {
  readonly id: string;
  /** New values. `undefined` removes an attribute. An attribute without a member here keeps its value. */
  readonly body: TableItem;
  readonly precondition: Precondition;
  /** True for a PATCH, which writes nothing when no value would change. */
  readonly isPatch?: boolean;
};

/**
 * Changes an item without reading the item first. When a condition fails, DynamoDB's reply holds the current item, and
 * the next try is made for this revision.
 */
const change = async (kind: Kind, link: Link, wanted: Change): Promise<TableItem> => {
  const { id, body, precondition, isPatch, caller } = wanted;
  const key = keyOf(kind, id);
  let stamped = { ...body, ...stamp() };
  const isLinked = link.attribute in body;
  const conditions = [newer, ...ownedBy(wanted), ...meets(precondition)];
  // A change that keeps the linked value needs no writes to other items, so one update is enough.
  if (isLinked) conditions.push(equals(link.attribute, body[link.attribute]));
  if (isPatch) conditions.push(differs(body));
  let result = await write({ Update: { Key: key, ...updating(stamped, all(...conditions)) } });
  for (let tries = 1; !result.ok; tries++) {
    const current = result.item;
    if (current?.rev === stamped.rev) return current;
    // If an earlier attempt had been applied, this `updatedAt` would not be older, because `updatedAt` only grows. A foreign
    // item may be another one under the same id: deleted and created again after the attempt was applied.
    const isUntouched = current && stringOf(current, 'updatedAt') < stamped.updatedAt && !isForeign(wanted, current);
    if (result.mayBeApplied && !isUntouched) throw unavailable();
    if (!current) throw notFound();
    checkOwner(kind, wanted, current);
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    if (isPatch && Object.entries(body).every(([name, value]) => current[name] === value)) return current;
    // After a pause, the known revision is old. So every second try uses the revision just read, without a pause.
    if (tries % 2 === 0 && !(await pauseToRetry(tries))) throw unavailable();
    stamped = { ...stamped, updatedAt: laterThan(stringOf(current, 'updatedAt')) };
    const update = { Key: key, ...updating(stamped, equals('rev', rev)) };
    const move = { from: linkedValue(link, current), to: linkedValue(link, body), caller };
    const extraWrites = isLinked ? link.writesFor(id, move) : [];
    result = await write({ Update: update }, extraWrites);
    if (result.ok) return { ...current, ...stamped };
  }
  return { ...key, ...result.item };
};

/** Replaces an item. With `If-None-Match: *`, creates the item instead. Removes the fields that the body leaves out. */
export const replace = async <F extends Fields>(kind: Kind<F>, link: Link, request: Change) => {
  if (request.precondition.ifNoneMatch === '*') return insert(kind, link, request);
  const names = Object.keys(kind.model).filter((name) => !READ_ONLY.includes(name));
  const { owner } = request.body;
  const body = { ...Object.fromEntries(names.map((name) => [name, request.body[name]])), ...(owner ? { owner } : {}) };
  return resultOf(kind, await change(kind, link, { ...request, body }));
};

/** Changes the fields of an item that the body has. */
export const update = async <F extends Fields>(kind: Kind<F>, link: Link, request: Change) =>
  resultOf(kind, await change(kind, link, { ...request, isPatch: true }));
