import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import type { Fields } from '../model/field';
import { createdAtOf, mintId } from '../model/id';
import { IS_PARENT } from '../model/relation';
import { parents } from '../resources.built';
import { exists, type IdempotencyKey, type WithCaller } from '../rules/conditions';
import { unavailable } from '../rules/problem';
import { putCounter } from './counter';
import { dependentWrites } from './dependents';
import { conditionExpression, itemMissing } from './expression';
import { putIdempotencyKey } from './idempotency';
import { byAttribute, newRevision, ownItem, resultOf, stringOf } from './item';
import { entriesOf, keyOf } from './keys';
import { write } from './write';

type Creation = WithCaller & { readonly body: TableItem; readonly idempotencyKey?: IdempotencyKey };

/** Returns the defaults of fields of all versions by which lists find or sort a new item. */
const listedDefaults = ({ fields }: Entity) =>
  fields.flatMap(({ attribute, field: { isIndexed, sorted, default: value } }) =>
    (isIndexed || sorted) && value !== undefined ? [[attribute, value]] : [],
  );

const newItem = (entity: Entity, id: string, { body, caller }: Creation): TableItem => ({
  ...keyOf(entity, id),
  ...Object.fromEntries(listedDefaults(entity)),
  // The body of an admin may hold another owner, which then replaces the caller.
  ...(caller && { owner: caller.id }),
  ...byAttribute(entity, body),
  ...(parents.includes(entity.collection) && { [IS_PARENT]: true }),
  ...newRevision(id),
});

/** Returns the writes to other items when an item is new, which may need a counter of its children. */
const newWrites = (entity: Entity, id: string, item: TableItem, { caller }: Creation) => [
  ...dependentWrites(entity, id, { after: item, caller }),
  ...(item[IS_PARENT] ? [putCounter(nounOf(entity), id, item.owner)] : []),
];

const put = (entity: Entity, item: TableItem) => ({
  Put: { Item: { ...item, ...entriesOf(entity, String(item.sk), item) }, ...conditionExpression(itemMissing) },
});

/** Writes an item with an id that the client chose. */
export const insert = async <F extends Fields>(entity: Entity<F>, request: Creation & { readonly id: string }) => {
  const { id } = request;
  const item = newItem(entity, id, request);
  const { ok, item: current, mayBeApplied } = await write(put(entity, item), newWrites(entity, id, item, request));
  if (ok) return resultOf(entity, item);
  if (!current || mayBeApplied) throw unavailable();
  throw exists(stringOf(ownItem(entity, request, current), 'rev'));
};

/**
 * Writes an item with a new id. When an earlier request with the same idempotency key has created an item, returns that
 * item, and `isReplay` is true.
 * @example handlePost(createOrder, (request) => create(orders, request))
 */
export const create = async <F extends Fields>(entity: Entity<F>, request: Creation) => {
  const { idempotencyKey } = request;
  const newId = mintId();
  const item: TableItem = { ...newItem(entity, newId, request), updatedAt: createdAtOf(newId) };
  const extraWrites = newWrites(entity, newId, item, request);
  const keyWrites = idempotencyKey ? [putIdempotencyKey(entity.model, idempotencyKey, item)] : [];
  const { ok, item: current, extraWrite } = await write(put(entity, item), [...keyWrites, ...extraWrites]);
  if (ok) return { ...resultOf(entity, item), isReplay: false };
  if (!extraWrite || !current) throw unavailable();
  // Rebuilds the first result: the stored key holds the id, the revision and the defaults of that time.
  const id = stringOf(current, 'id');
  const first = { sk: id, rev: stringOf(current, 'rev'), updatedAt: createdAtOf(id) };
  const defaults = byAttribute(entity, JSON.parse(String(current.defaults ?? '{}')));
  return { ...resultOf(entity, { ...item, ...defaults, ...first }), isReplay: true };
};
