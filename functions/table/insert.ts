import type { Once } from '../http/idempotency';
import { exists, unavailable } from '../http/problem';
import { createdAtOf } from '../model/id';
import { absent, conditional } from './expression';
import { type Item, type Key, stamp, stringOf } from './item';
import { takeKey } from './once';
import { type Side, write } from './write';

type Insertion = { readonly key: Key; readonly attributes: Item; readonly sides: readonly Side[] };

const put = (item: Item) => ({ Put: { Item: item, ...conditional(absent) } });

/**
 * Writes an item under an id that a client chose. In a transaction, since others may know the id, too: a retry that
 * found the item written and deleted again would bring it back.
 */
export const insert = async ({ key, attributes, sides }: Insertion): Promise<Item> => {
  const item = { ...key, ...attributes, ...stamp() };
  const { ok, item: current } = await write(put(item), sides, { isTransaction: true });
  if (ok) return item;
  if (!current) throw unavailable();
  throw exists(stringOf(current, 'rev'));
};

/** Writes an item under an id just minted, or finds what was written for the same key before. */
export const create = async ({ key, attributes, sides, once }: Insertion & { readonly once?: Once }) => {
  const item = { ...key, ...attributes, ...stamp(), updatedAt: createdAtOf(key.sk) };
  const others = once ? [takeKey(once, item), ...sides] : sides;
  const { ok, item: current, side } = await write(put(item), others);
  if (ok || current?.rev === item.rev) return { item, isReplay: false };
  if (!side || !current) throw unavailable();
  // The first answer again: the content is the same, and the rest of it was minted with the id.
  const id = stringOf(current, 'id');
  return { item: { ...item, sk: id, rev: stringOf(current, 'rev'), updatedAt: createdAtOf(id) }, isReplay: true };
};
