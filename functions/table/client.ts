import { DynamoDBClient, DynamoDBDocumentClient } from '#dynamodb';
import { invocation } from '../lambda/invocation';
import { requestHandler } from './request-handler';
import { retryStrategy } from './retry-strategy';

/** Lambda and the stack put the endpoint, the region and the credentials into the environment. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ requestHandler, retryStrategy }), {
  marshallOptions: { removeUndefinedValues: true },
  // Without this, the SDK throws an error that quotes a stored number beyond JavaScript's integers.
  unmarshallOptions: { wrapNumbers: Number },
});

/** Members of every command. The name of the table is read at the call, because nothing may happen at import. */
export const onTable = () => ({ TableName: process.env.TABLE_NAME, ReturnConsumedCapacity: 'TOTAL' }) as const;

type Output = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] };

/** Counts what a call consumed. */
export const metered = async <T extends Output>(kind: 'readUnits' | 'writeUnits', sent: Promise<T>) => {
  const output = await sent;
  const used = invocation.getStore();
  for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat()) if (used) used[kind] += CapacityUnits;
  return output;
};
