import { children } from '../children';
import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import type { Fields } from '../model/field';
import { IS_PARENT } from '../model/relation';
import type { WithCaller } from '../rules/conditions';
import { checkPrecondition, type Precondition } from '../rules/conditions';
import { unavailable } from '../rules/problem';
import { addCounter, counterKeyOf, deleteCounter } from './counter';
import { releases } from './dependents';
import { all, conditionExpression, equals, itemExists, ownedBy } from './expression';
import { find } from './get';
import { ownItem, stringOf, writeResultOf } from './item';
import { keyOf } from './keys';
import { type ChildRelation, relationsTo } from './relation';
import { removeChildren } from './remove-children';
import { pauseToRetry } from './retry';
import { write } from './write';

type Deletion = WithCaller & {
  readonly id: string;
  readonly precondition: Precondition;
  /** The item, if it has been read. */
  readonly found?: TableItem;
};

/**
 * Deletes an item. Reads the item first, because the writes to other items depend on its attributes. The condition of
 * the delete is the revision that was read. The item stays while it has children.
 * @example handleDelete(removeOrder, (request) => remove(orders, request))
 */
export const remove = async <F extends Fields>(
  entity: Entity<F>,
  deletion: Deletion,
  known: readonly ChildRelation[] = [],
) => {
  const { id, precondition } = deletion;
  const key = keyOf(entity, id);
  let found = deletion.found ?? (await find(key));
  for (let tries = 1; ; tries++) {
    const current = ownItem(entity, deletion, found);
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    const condition = all(equals('rev', rev), equals(IS_PARENT, current[IS_PARENT]));
    const extraWrites = [
      ...releases(entity, id, current),
      ...(current[IS_PARENT] ? [deleteCounter(entity, known, id)] : []),
    ];
    const result = await write({ Delete: { Key: key, ...conditionExpression(condition) } }, extraWrites);
    if (result.ok) return writeResultOf(entity, current);
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
    found = result.item;
  }
};

type ParentDeletion = Deletion & { readonly query: { readonly force: boolean } };

/**
 * Deletes an item that children can belong to. With `force`, deletes the children first and the item last. `entities` are
 * those of all children, also of children of children.
 * @example handleDelete(removeCustomer, (request) => removeParent(customers, request))
 */
export const removeParent = async <F extends Fields>(
  entity: Entity<F>,
  request: ParentDeletion,
  entities: readonly Entity[] = children,
) => {
  const { precondition, query } = request;
  const [key, noun] = [keyOf(entity, request.id), nounOf(entity)];
  const known = relationsTo(noun, entities);
  if (!query.force) return remove(entity, request, known);
  const isOver = async () => {
    ownItem(entity, request, await find(key));
    return false;
  };
  const current = ownItem(entity, request, await find(key));
  checkPrecondition(precondition, stringOf(current, 'rev'));
  if (!current[IS_PARENT]) await addCounter(noun, current);
  const owned = ownedBy(request);
  const { pk } = counterKeyOf(noun, request.id);
  const counters = new Map(owned.length > 0 ? [[pk, all(itemExists, ...owned)]] : []);
  await removeChildren({ noun, key, known, entities, counters, guards: [], isOver });
  return remove(entity, { ...request, precondition: {}, found: current }, known);
};
