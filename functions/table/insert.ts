import { exists, unavailable } from '../http/problem';
import { absent, conditional } from './expression';
import { type Item, type Key, stringOf } from './item';
import { stamp } from './revision';
import { type Side, write } from './write';

/** Writes an item that must not be there yet. */
export const insert = async (key: Key, attributes: Item, sides: readonly Side[] = []): Promise<Item> => {
  const item = { ...key, ...stamp(), ...attributes };
  const { ok, item: current, retried } = await write({ Put: { Item: item, ...conditional(absent) } }, sides);
  if (ok || current?.rev === item.rev) return item;
  if (retried || !current) throw unavailable();
  throw exists(stringOf(current, 'rev'));
};
