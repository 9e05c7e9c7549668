import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument, paginateQuery, paginateScan, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { TableItem } from '../../../functions/kit/dynamodb/client';
import type { OwnRelation } from '../../../functions/kit/model/relation';
import { type ItemKey, indexOf } from '../../../functions/kit/table/keys';

/** Writes that a table applies all together or not at all. */
export type Writes = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Opens a table with the credentials and the region of the operator. Pauses after each read that was faster than allowed. */
export const openTable = (TableName: string, unitsPerSecond: number, region?: string) => {
  const options = { unmarshallOptions: { wrapNumbers: Number } };
  const client = DynamoDBDocument.from(new DynamoDBClient({ region, maxAttempts: 10 }), options);
  const onTable = { TableName, ReturnConsumedCapacity: 'TOTAL' } as const;
  let paidUntilMs = 0;
  client.middlewareStack.add((next) => async (args) => {
    const reply = await next(args);
    // A transaction has a list with the units of its only table.
    const [capacity] = [Object(reply.output).ConsumedCapacity].flat();
    const costMs = (1000 * (capacity?.CapacityUnits ?? 0)) / unitsPerSecond;
    paidUntilMs = Math.max(paidUntilMs, Date.now()) + costMs;
    await pause(paidUntilMs - Date.now());
    return reply;
  });

  const read = async (Key: ItemKey, ConsistentRead = true): Promise<TableItem | undefined> =>
    (await client.get({ ...onTable, Key, ConsistentRead })).Item;

  const scan = (ConsistentRead: boolean, startingToken?: ItemKey) =>
    paginateScan({ client, startingToken }, { ...onTable, ConsistentRead });

  /** Counts the children that the index shows. */
  const countChildrenOf = async ({ stored: attribute }: OwnRelation, parentId: string) => {
    const query = {
      ...onTable,
      IndexName: indexOf(attribute),
      Select: 'COUNT',
      KeyConditionExpression: `${attribute} = :parent`,
      ExpressionAttributeValues: { ':parent': parentId },
    } as const;
    let count = 0;
    for await (const { Count = 0 } of paginateQuery({ client }, query)) count += Count;
    return count;
  };

  /** Sends the writes of a fix as one transaction. Returns false when the service has changed an item since it was read. */
  const fix = async (TransactItems: Writes) => {
    try {
      await client.transactWrite({ TransactItems, ReturnConsumedCapacity: 'TOTAL' });
      return true;
    } catch (error) {
      if (Object(error).name === 'TransactionCanceledException') return false;
      throw error;
    }
  };
  return { client, TableName, read, scan, countChildrenOf, fix };
};

export type Table = ReturnType<typeof openTable>;
