import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { client, metered, onTable } from './client';
import type { Item, Key } from './item';

/** One item, strongly consistent: a member never lags a write. */
export const get = async (key: Key): Promise<Item | undefined> => {
  const command = new GetCommand({ ...onTable(), Key: key, ConsistentRead: true });
  const { Item } = await metered('readUnits', (options) => client.send(command, options));
  return Item;
};
