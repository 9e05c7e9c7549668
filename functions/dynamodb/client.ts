import { DynamoDBClient, DynamoDBDocumentClient } from '#dynamodb';
import { invocation } from '../lambda/invocation';
import { requestHandler } from './request-handler';
import { createRetryStrategy } from './retry-strategy';

export type TableItem = Record<string, unknown>;

/** Without this, the SDK throws an error that quotes a stored number beyond JavaScript's safe integers. */
export const unmarshallOptions = { wrapNumbers: Number };

/** The client of all reads and writes. Endpoint, region and credentials come from the environment of the function. */
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({ requestHandler, retryStrategy: createRetryStrategy() }),
  {
    marshallOptions: { removeUndefinedValues: true },
    // Copies the options, because the SDK adds to them.
    unmarshallOptions: { ...unmarshallOptions },
  },
);

/** Returns the members of every command. Reads the environment at each call, because an import must not read it. */
export const onTable = () => ({ TableName: process.env.TABLE_NAME, ReturnConsumedCapacity: 'TOTAL' }) as const;

type MeteredReply = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] };

/** Adds the capacity units that a call has consumed to the count of the request. */
export const metered = async <T extends MeteredReply>(kind: 'readUnits' | 'writeUnits', sent: Promise<T>) => {
  const output = await sent;
  const used = invocation.getStore();
  for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat()) if (used) used[kind] += CapacityUnits;
  return output;
};
