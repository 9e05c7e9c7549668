import { children } from '../children';
import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import type { Fields } from '../model/field';
import { IS_PARENT } from '../model/relation';
import type { ValuesOf } from '../model/values';
import type { WithCaller } from '../rules/conditions';
import { checkPrecondition, type Precondition } from '../rules/conditions';
import { unavailable } from '../rules/problem';
import type { Additions } from './also/also-write';
import { type ChildRelation, relationsTo } from './children/relation';
import { removeChildren } from './children/remove-children';
import { addCounter, counterKeyOf, deleteCounter } from './counter';
import { releases } from './dependents';
import { all, conditionExpression, equals, itemExists, ownedBy } from './expression';
import { find } from './get';
import { ownItem, resultOf, stringOf, writeResultOf } from './item';
import { keyOf } from './keys';
import { pauseToRetry } from './retry';
import { write } from './write';

type Deletion = WithCaller & { readonly id: string; readonly precondition: Precondition };

/** Returns what is written together with the deletion of a resource. May throw a Problem instead. */
type DeletionRule<F> = (resource: ValuesOf<F>) => Pick<Additions<F>, 'also'>;

type DeletionPlan<F> = {
  readonly known: readonly ChildRelation[];
  readonly rule?: DeletionRule<F> | undefined;
  /** The item, if it has been read. */
  readonly found?: TableItem;
};

const additionsFor = <F extends Fields>(entity: Entity<F>, { rule }: DeletionPlan<F>, current: TableItem) =>
  rule?.(resultOf(entity, current).body) ?? {};

const removeItem = async <F extends Fields>(entity: Entity<F>, deletion: Deletion, plan: DeletionPlan<F>) => {
  const { id, precondition, caller } = deletion;
  const { known } = plan;
  const key = keyOf(entity, id);
  let found = plan.found ?? (await find(key));
  for (let tries = 1; ; tries++) {
    const current = ownItem(entity, deletion, found);
    const rev = stringOf(current, 'rev');
    checkPrecondition(precondition, rev);
    const { also = [] } = additionsFor(entity, plan, current);
    const condition = all(equals('rev', rev), equals(IS_PARENT, current[IS_PARENT]));
    const main = { Delete: { Key: key, ...conditionExpression(condition) } };
    const others = current[IS_PARENT] ? [deleteCounter(entity, known, id)] : [];
    const result = await (also[0]
      ? also[0].writeTogether({ main, others, changes: [{ entity, id, before: current }], caller }, also)
      : write(main, [...releases(entity, id, current), ...others]));
    if (result.ok) return writeResultOf(entity, current);
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
    found = result.item;
  }
};

/**
 * Deletes an item. Reads the item first, because the writes to other items depend on its attributes. The condition of
 * the delete is the revision that was read. The item stays while it has children. A rule may refuse, or add writes.
 * @example handleDelete(removeOrder, (request) => remove(orders, request))
 */
export const remove = <F extends Fields>(entity: Entity<F>, deletion: Deletion, rule?: DeletionRule<F>) =>
  removeItem(entity, deletion, { known: [], rule });

type ParentDeletion = Deletion & { readonly query: { readonly force: boolean } };

/** Makes `removeParent` for some children. `entities` are those of all children, also of children of children. */
export const removalWith =
  (entities: readonly Entity[]) =>
  async <F extends Fields>(entity: Entity<F>, request: ParentDeletion, rule?: DeletionRule<F>) => {
    const { precondition, query } = request;
    const [key, noun] = [keyOf(entity, request.id), nounOf(entity)];
    const known = relationsTo(noun, entities);
    if (!query.force) return removeItem(entity, request, { known, rule });
    const isOver = async () => {
      ownItem(entity, request, await find(key));
      return false;
    };
    const current = ownItem(entity, request, await find(key));
    checkPrecondition(precondition, stringOf(current, 'rev'));
    additionsFor(entity, { known, rule }, current);
    if (!current[IS_PARENT]) await addCounter(noun, current);
    const owned = ownedBy(request);
    const { pk } = counterKeyOf(noun, request.id);
    const counters = new Map(owned.length > 0 ? [[pk, all(itemExists, ...owned)]] : []);
    await removeChildren({ noun, key, known, entities, counters, guards: [], isOver });
    return removeItem(entity, { ...request, precondition: {} }, { known, rule, found: current });
  };

/**
 * Deletes an item that children can belong to. With `force`, deletes the children first and the item last. The rules of the
 * children's own routes do not run then.
 * @example handleDelete(removeCustomer, (request) => removeParent(customers, request))
 */
export const removeParent = /* @__PURE__ */ removalWith(children);
