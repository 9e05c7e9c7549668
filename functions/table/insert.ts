import type { IdempotencyKey } from '../http/idempotency';
import { exists, unavailable } from '../http/problem';
import { createdAtOf } from '../model/id';
import { absent, conditional } from './expression';
import { putIdempotencyKey } from './idempotency-key';
import { type ItemKey, stamp, stringOf, type TableItem } from './item';
import { type ExtraWrite, write } from './write';

type Insertion = {
  readonly key: ItemKey;
  readonly attributes: TableItem;
  /** Writes to other items in the same transaction. */
  readonly extraWrites: readonly ExtraWrite[];
};

const put = (item: TableItem) => ({ Put: { Item: item, ...conditional(absent) } });

/**
 * Writes an item with an id that the client chose. Uses a transaction, because another client may know the id and
 * delete the item. Without the transaction, a retry would then write the deleted item again.
 */
export const insert = async ({ key, attributes, extraWrites }: Insertion): Promise<TableItem> => {
  const item = { ...key, ...attributes, ...stamp() };
  const { ok, item: current } = await write(put(item), extraWrites, { isTransaction: true });
  if (ok) return item;
  if (!current) throw unavailable();
  throw exists(stringOf(current, 'rev'));
};

type Creation = Insertion & { readonly idempotencyKey?: IdempotencyKey };

/**
 * Writes an item with a new id. When an earlier request with the same idempotency key has created an item, returns that
 * item, and `isReplay` is true.
 */
export const create = async ({ key, attributes, extraWrites, idempotencyKey }: Creation) => {
  const item = { ...key, ...attributes, ...stamp(), updatedAt: createdAtOf(key.sk) };
  const allExtraWrites = idempotencyKey ? [putIdempotencyKey(idempotencyKey, item), ...extraWrites] : extraWrites;
  const { ok, item: current, extraWrite } = await write(put(item), allExtraWrites);
  if (ok || current?.rev === item.rev) return { item, isReplay: false };
  if (!extraWrite || !current) throw unavailable();
  // Rebuilds the first result: the content is the same, and the stored key holds the id and the revision.
  const id = stringOf(current, 'id');
  return { item: { ...item, sk: id, rev: stringOf(current, 'rev'), updatedAt: createdAtOf(id) }, isReplay: true };
};
