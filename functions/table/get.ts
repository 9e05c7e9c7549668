import { GetCommand } from '#dynamodb';
import { notFound } from '../http/problem';
import { client, metered, onTable } from './client';
import type { Item, Key } from './item';

/** One item, strongly consistent: a member never lags a write. */
export const find = async (key: Key): Promise<Item | undefined> => {
  const command = new GetCommand({ ...onTable(), Key: key, ConsistentRead: true });
  const { Item } = await metered('readUnits', client.send(command));
  return Item;
};

/** Reads an item, or throws the 404. */
export const get = async (key: Key): Promise<Item> => {
  const item = await find(key);
  if (!item) throw notFound();
  return item;
};
