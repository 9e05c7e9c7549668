import type { BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import { BatchGetCommand, GetCommand } from '#dynamodb';
import { client, metered, onTable, type TableItem } from '../dynamodb/client';
import type { WithCaller } from '../http/caller';
import { notFound, unavailable } from '../http/problem';
import type { Fields } from '../model/field';
import { type Entity, isHidden, keyOf, resultOf } from './item';
import { pauseToRetry, THROTTLED } from './retry';
import type { ItemKey } from './shards';

/** Reads an item with strong consistency, so that the item is never older than an acknowledged write. */
export const find = async (key: ItemKey): Promise<TableItem | undefined> => {
  const command = new GetCommand({ ...onTable(), Key: key, ConsistentRead: true });
  const { Item } = await metered('readUnits', client.send(command));
  return Item;
};

type BatchOptions = Omit<NonNullable<BatchGetCommandInput['RequestItems']>[string], 'Keys' | 'AttributesToGet'>;

/**
 * Reads up to 100 items of one collection, by sort key. Asks again for keys that DynamoDB leaves out because it is
 * throttling. Throws the 503 after 20 tries, or when no time is left, so that the result never lacks an item that exists.
 */
export const findMany = async (keys: readonly ItemKey[], options: BatchOptions) => {
  const { TableName = '', ReturnConsumedCapacity } = onTable();
  const found = new Map<string, TableItem>();
  for (let tries = 1, rest: TableItem[] = [...keys]; rest.length > 0; tries++) {
    const RequestItems = { [TableName]: { Keys: rest, ...options } };
    const sent = client.send(new BatchGetCommand({ RequestItems, ReturnConsumedCapacity }));
    const { Responses = {}, UnprocessedKeys = {} } = await metered('readUnits', sent);
    for (const item of Responses[TableName] ?? []) found.set(String(item.sk), item);
    rest = UnprocessedKeys[TableName]?.Keys ?? [];
    if (rest.length > 0 && !(await pauseToRetry(tries, THROTTLED))) throw unavailable();
  }
  return found;
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
