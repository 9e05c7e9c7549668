import { GetCommand } from '#dynamodb';
import { notFound } from '../http/problem';
import type { Fields } from '../model/field';
import { client, metered, onTable } from './client';
import { type ItemKey, type Kind, keyOf, resultOf, type TableItem } from './item';

/** Reads an item with strong consistency, so that the item is never older than an acknowledged write. */
export const find = async (key: ItemKey): Promise<TableItem | undefined> => {
  const command = new GetCommand({ ...onTable(), Key: key, ConsistentRead: true });
  const { Item } = await metered('readUnits', client.send(command));
  return Item;
};

/** Reads an item, or throws the 404. */
export const getItem = async (key: ItemKey): Promise<TableItem> => {
  const item = await find(key);
  if (!item) throw notFound();
  return item;
};

export const get = async <F extends Fields>(kind: Kind<F>, id: string) =>
  resultOf(kind, await getItem(keyOf(kind, id)));
