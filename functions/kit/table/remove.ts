import type { TableItem } from '../dynamodb/client';
import type { WithCaller } from '../http/caller';
import { checkPrecondition, type Precondition } from '../http/precondition';
import { unavailable } from '../http/problem';
import type { Fields } from '../model/field';
import { dependentWrites } from './dependents';
import { all, conditionExpression, conditionsOf, equals, ownedBy } from './expression';
import { find } from './get';
import { type Entity, keyOf, ownItem, stringOf, writeResultOf } from './item';
import { childless, childrenProblem, type TableRelation } from './relation';
import { markDeleting, removeChildren } from './remove-children';
import { pauseToRetry } from './retry';
import { write } from './write';

type Deletion = WithCaller & {
  readonly id: string;
  readonly precondition: Precondition;
};

/**
 * Deletes an item. Reads the item first, because the writes to other items depend on its attributes. The condition of
 * the delete is the revision that was read. The item stays while it has children.
 * @example handleDelete(removeOrder, (request) => remove(orders, request))
 */
export const remove = async <F extends Fields>(
  entity: Entity<F>,
  deletion: Deletion,
  children: readonly TableRelation[] = [],
) => {
  const { id, precondition, caller } = deletion;
  const key = keyOf(entity, id);
  let found = await find(key);
  for (let tries = 1; ; tries++) {
    const current = ownItem(entity, deletion, found);
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    const problem = childrenProblem(entity, children, current);
    if (problem) throw problem;
    const condition = all(equals('rev', rev), ...childless(children, current));
    const extraWrites = dependentWrites(entity, id, { before: current, caller });
    const result = await write({ Delete: { Key: key, ...conditionExpression(condition) } }, extraWrites);
    if (result.ok) return writeResultOf(entity, current);
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
    found = result.item;
  }
};

type ParentDeletion = Deletion & { readonly query: { readonly force: boolean } };

/**
 * Deletes an item that children can belong to. With `force`, deletes the children first and the item last.
 * @example handleDelete(removeCustomer, (request) => removeParent(customers, [orderRelation], request))
 */
export const removeParent = async <F extends Fields>(
  entity: Entity<F>,
  children: readonly TableRelation[],
  request: ParentDeletion,
) => {
  const { precondition, query } = request;
  if (!query.force) return remove(entity, request, children);
  const key = keyOf(entity, request.id);
  const conditions = ownedBy(request);
  const isOver = (item?: TableItem) => {
    ownItem(entity, request, item);
    return false;
  };
  const { ok, item } = await markDeleting({ key, conditions: conditionsOf(request) });
  if (!ok) checkPrecondition(precondition, stringOf(ownItem(entity, request, item), 'rev'));
  await removeChildren({ noun: entity.collection.toLowerCase(), key, children, conditions, isOver }, item);
  return remove(entity, { ...request, precondition: {} }, children);
};
