import type { BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import { BatchGetCommand, GetCommand } from '#dynamodb';
import { client, metered, onTable, type TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import type { Fields } from '../model/field';
import { MAX_ITEM_BYTES } from '../model/models';
import type { WithCaller } from '../rules/conditions';
import { notFound, unavailable } from '../rules/problem';
import { isHidden, resultOf } from './item';
import { type ItemKey, keyOf } from './keys';
import { pauseToRetry, THROTTLED } from './retry';

/** Reads an item with strong consistency, so that the item is never older than an acknowledged write. */
export const find = async (key: ItemKey): Promise<TableItem | undefined> => {
  const command = new GetCommand({ ...onTable(), Key: key, ConsistentRead: true });
  const { Item } = await metered('readUnits', client.send(command));
  return Item;
};

/** Maximum number of read units of the items of a page: those of 1.2 MB that are read with strong consistency. */
const MAX_UNITS = 300;

/** Options of a read of several items. `maxBytes` is the size of the largest one. */
type BatchOptions = Omit<NonNullable<BatchGetCommandInput['RequestItems']>[string], 'Keys' | 'AttributesToGet'> & {
  readonly maxBytes?: number;
};

/**
 * Reads up to 100 items of one collection, in the order of the keys, until 300 read units are spent. `rest` holds the keys that
 * are left. Each call reads as many items as fit if each is as large as possible, because DynamoDB charges whole items, also
 * where a projection returns a part. Without this, 50 large items would take 2,450 units to show 1 MB.
 *
 * Asks again for keys that DynamoDB leaves out because it is throttling. Throws the 503 after 20 tries, or when no time is left,
 * so that `found` never lacks an item that exists.
 */
export const findMany = async (keys: readonly ItemKey[], { maxBytes = MAX_ITEM_BYTES, ...options }: BatchOptions) => {
  const { TableName = '', ReturnConsumedCapacity } = onTable();
  const maxUnits = Math.ceil(Math.min(maxBytes, MAX_ITEM_BYTES) / 4096) / (options.ConsistentRead ? 1 : 2);
  const found = new Map<string, TableItem>();
  let [rest, unitsLeft] = [keys, MAX_UNITS];
  while (rest.length > 0 && unitsLeft >= maxUnits) {
    const count = Math.floor(unitsLeft / maxUnits);
    for (let tries = 1, chunk: TableItem[] = rest.slice(0, count); chunk.length > 0; tries++) {
      const RequestItems = { [TableName]: { Keys: chunk, ...options } };
      const sent = client.send(new BatchGetCommand({ RequestItems, ReturnConsumedCapacity }));
      const { Responses = {}, UnprocessedKeys = {}, ConsumedCapacity = [] } = await metered('readUnits', sent);
      for (const { CapacityUnits = 0 } of ConsumedCapacity) unitsLeft -= CapacityUnits;
      for (const item of Responses[TableName] ?? []) found.set(String(item.sk), item);
      chunk = UnprocessedKeys[TableName]?.Keys ?? [];
      if (chunk.length > 0 && !(await pauseToRetry(tries, THROTTLED))) throw unavailable();
    }
    rest = rest.slice(count);
  }
  return { found, rest };
};

/**
 * Reads the resource of a request. Throws the 404 when there is none.
 * @example handleGet(getOrder, (request) => get(orders, request))
 */
export const get = async <F extends Fields>(entity: Entity<F>, request: WithCaller & { readonly id: string }) => {
  const item = await find(keyOf(entity, request.id));
  if (!item || isHidden(entity, request, item)) throw notFound();
  return resultOf(entity, item);
};

/**
 * Reads another resource that a handler needs, whoever owns it. Returns undefined when there is none.
 * @example const product = await lookUp(products, request.body.productId);
 */
export const lookUp = async <F extends Fields>(entity: Entity<F>, id: string) => {
  const item = await find(keyOf(entity, id));
  return item && resultOf(entity, item).body;
};
