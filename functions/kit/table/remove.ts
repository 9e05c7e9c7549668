import { children } from '../children';
import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import type { Fields } from '../model/field';
import { IS_PARENT } from '../model/relation';
import type { WithCaller } from '../rules/conditions';
import { checkPrecondition, type Precondition } from '../rules/conditions';
import { unavailable } from '../rules/problem';
import type { AlsoWrite } from './also/also-write';
import { type ChildRelation, relationsTo } from './children/relation';
import { removeChildren } from './children/remove-children';
import { addCounter, counterKeyOf, deleteCounter } from './counter';
import { releases } from './dependents';
import { all, conditionExpression, equals, itemExists, ownedBy } from './expression';
import { find } from './get';
import { ownItem, stringOf, writeResultOf } from './item';
import { keyOf } from './keys';
import { pauseToRetry } from './retry';
import { write } from './write';

type Deletion = WithCaller & { readonly id: string; readonly precondition: Precondition };

type DeletionAdditions = { readonly also?: readonly AlsoWrite[] | undefined };

/** Members that `removeParent` adds: the relations of the children, and the item if it has been read. */
type DeletionPlan = DeletionAdditions & { readonly known?: readonly ChildRelation[]; readonly found?: TableItem };

/**
 * Deletes an item. Reads the item first, because the writes to other items depend on its attributes. The condition of
 * the delete is the revision that was read. The item stays while it has children.
 * @example handleDelete(removeOrder, (request) => remove(orders, request))
 */
export const remove = async <F extends Fields>(
  entity: Entity<F>,
  deletion: Deletion,
  { known = [], also = [], found: read }: DeletionPlan = {},
) => {
  const { id, precondition, caller } = deletion;
  const key = keyOf(entity, id);
  let found = read ?? (await find(key));
  for (let tries = 1; ; tries++) {
    const current = ownItem(entity, deletion, found);
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    const condition = all(equals('rev', rev), equals(IS_PARENT, current[IS_PARENT]));
    const main = { Delete: { Key: key, ...conditionExpression(condition) } };
    const others = current[IS_PARENT] ? [deleteCounter(entity, known, id)] : [];
    const transaction = { entity, id, before: current, main, others, caller };
    const result = await (also[0]?.writeTogether(transaction, also) ??
      write(main, [...releases(transaction), ...others]));
    if (result.ok) return writeResultOf(entity, current);
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
    found = result.item;
  }
};

type ParentDeletion = Deletion & { readonly query: { readonly force: boolean } };

/** Makes `removeParent` for some children. `entities` are those of all children, also of children of children. */
export const removalWith =
  (entities: readonly Entity[]) =>
  async <F extends Fields>(entity: Entity<F>, request: ParentDeletion, { also }: DeletionAdditions = {}) => {
    const { precondition, query } = request;
    const [key, noun] = [keyOf(entity, request.id), nounOf(entity)];
    const known = relationsTo(noun, entities);
    if (!query.force) return remove(entity, request, { known, also });
    const isOver = async () => {
      ownItem(entity, request, await find(key));
      return false;
    };
    const current = ownItem(entity, request, await find(key));
    checkPrecondition(precondition, stringOf(current, 'rev'));
    const transaction = { entity, id: request.id, before: current, main: { Delete: { Key: key } }, others: [] };
    // Refuses before the children are gone.
    await also?.[0]?.check({ ...transaction, caller: request.caller }, also);
    if (!current[IS_PARENT]) await addCounter(noun, current);
    const owned = ownedBy(request);
    const { pk } = counterKeyOf(noun, request.id);
    const counters = new Map(owned.length > 0 ? [[pk, all(itemExists, ...owned)]] : []);
    await removeChildren({ noun, key, known, entities, counters, guards: [], isOver });
    return remove(entity, { ...request, precondition: {} }, { known, also, found: current });
  };

/**
 * Deletes an item that children can belong to. With `force`, deletes the children first and the item last. The handlers
 * of the children do not run then.
 * @example handleDelete(removeCustomer, (request) => removeParent(customers, request))
 */
export const removeParent = /* @__PURE__ */ removalWith(children);
