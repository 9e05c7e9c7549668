import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import type { Fields } from '../model/field';
import { createdAtOf, mintId } from '../model/id';
import { IS_PARENT } from '../model/relation';
import type { NewOf } from '../model/values';
import { parents } from '../resources.built';
import { byService, exists, type IdempotencyKey, type WithCaller } from '../rules/conditions';
import { unavailable } from '../rules/problem';
import type { Additions, AlsoWrite, Transaction } from './also/also-write';
import { putCounter } from './counter';
import { writeAll } from './dependents';
import { conditionExpression, itemMissing } from './expression';
import { find } from './get';
import { putIdempotencyKey } from './idempotency';
import { byAttribute, checkSet, newRevision, ownItem, resultOf, stringOf } from './item';
import { entriesOf, keyOf } from './keys';
import { storedValues } from './objects/values';
import type { ExtraWrite } from './write';

type Creation = WithCaller & { readonly body: TableItem; readonly idempotencyKey?: IdempotencyKey };

/** Returns the defaults of fields of all versions by which lists find or sort a new item, or which a PUT keeps. */
const storedDefaults = ({ fields }: Entity) =>
  fields.flatMap(({ attribute, field }) =>
    (field.isIndexed || field.sorted || field.isKept) && field.default !== undefined
      ? [[attribute, field.default]]
      : [],
  );

const newItem = (entity: Entity, id: string, { body, caller }: Creation): TableItem => ({
  ...keyOf(entity, id),
  ...Object.fromEntries(storedDefaults(entity)),
  // The body of an admin may hold another owner, which then replaces the caller.
  owner: caller?.id,
  ...storedValues(entity, body),
  ...(parents.includes(entity.collection) && { [IS_PARENT]: true }),
  ...newRevision(id),
});

/** Returns the write of a new item, with what follows from it. A parent needs a counter of its children. */
export const newWrites = (
  entity: Entity,
  item: TableItem,
  { caller, others = [] }: Pick<WithCaller, 'caller'> & { readonly others?: readonly ExtraWrite[] },
): Transaction => {
  const id = stringOf(item, 'sk');
  return {
    entity,
    id,
    after: item,
    main: { Put: { Item: { ...item, ...entriesOf(entity, id, item) }, ...conditionExpression(itemMissing) } },
    others: item[IS_PARENT] ? [...others, putCounter(nounOf(entity), id, item.owner)] : others,
    caller,
  };
};

/** Returns the item of a resource whose id the service has just made. */
export const itemOf = (entity: Entity, id: string, creation: Creation): TableItem => ({
  ...newItem(entity, id, creation),
  updatedAt: createdAtOf(id),
});

/** Writes an item with an id that the client chose. */
export const insert = async <F extends Fields>(
  entity: Entity<F>,
  request: Creation & { readonly id: string },
  also?: readonly AlsoWrite[],
) => {
  const item = newItem(entity, request.id, request);
  const { ok, item: current, mayBeApplied } = await writeAll(newWrites(entity, item, request), also);
  if (ok) return resultOf(entity, item);
  if (!current || mayBeApplied) throw unavailable();
  throw exists(stringOf(ownItem(entity, request, current), 'rev'));
};

/** Returns the values of a new resource that a handler makes. Fields that are left out have their defaults. */
export const newValues = <F extends Fields>(entity: Entity<F>, values: NewOf<F>): TableItem => {
  const defaults = [...entity.members.values()].flatMap(({ name, field }) =>
    field.default === undefined ? [] : [[name, field.default]],
  );
  return checkSet(entity, { ...Object.fromEntries(defaults), ...values });
};

type Once<F extends Fields> = {
  readonly id: string;
  readonly values: NewOf<F>;
  readonly also?: readonly AlsoWrite[];
};

/**
 * Creates a resource of the service itself, and writes what is in `also`, unless the resource is there. So a change that is
 * delivered again does nothing more.
 * @example handleChanges(orders, ({ changeId, id }) => createOnce(entries, { id: changeId, values: { orderId: id } }))
 */
export const createOnce = async <F extends Fields>(entity: Entity<F>, { id, values, also }: Once<F>) => {
  const request = { ...byService(id), body: newValues(entity, values) };
  await insert(entity, request, also).catch(async (error: unknown) => {
    // A write in `also` can be refused before the resource is found.
    if (!(await find(keyOf(entity, id)))) throw error;
  });
};

/**
 * Writes an item with a new id. When an earlier request with the same idempotency key has created an item, returns that
 * item, and `isReplay` is true.
 * @example handlePost(createOrder, (request) => create(orders, request))
 * @example handlePost(createOrder, (request) => create(orders, request, { set: { placedBy: request.caller?.id } }))
 */
export const create = async <F extends Fields>(
  entity: Entity<F>,
  { idempotencyKey, ...request }: Creation,
  { set, also }: Additions<F> = {},
) => {
  const item = itemOf(entity, mintId(), { ...request, body: { ...request.body, ...checkSet(entity, set) } });
  const others = idempotencyKey ? [putIdempotencyKey(entity, idempotencyKey, { item, set })] : [];
  const transaction = newWrites(entity, item, { ...request, others });
  const { ok, item: current, extraWrite } = await writeAll(transaction, also);
  const collection = entity.path;
  if (ok) return { ...resultOf(entity, item), collection, isReplay: false };
  if (!extraWrite || !current) throw unavailable();
  // Rebuilds the first result: the stored key holds the id, the revision and the values that the client did not send.
  const first = itemOf(entity, stringOf(current, 'id'), request);
  const unsent = byAttribute(entity, JSON.parse(String(current.defaults ?? '{}')));
  const replayed = { ...first, ...unsent, rev: stringOf(current, 'rev') };
  return { ...resultOf(entity, replayed), collection, isReplay: true };
};
