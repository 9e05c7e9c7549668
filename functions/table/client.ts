import { DynamoDBClient, DynamoDBDocumentClient } from '#dynamodb';
import { invocation } from '../http/invocation';
import { requestHandler } from './request-handler';
import { retryStrategy } from './retry-strategy';

/** Lambda and the stack put the endpoint, the region and the credentials into the environment. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ requestHandler, retryStrategy }), {
  marshallOptions: { removeUndefinedValues: true },
  // For a number beyond JavaScript's integers the SDK would throw an error that quotes it.
  unmarshallOptions: { wrapNumbers: Number },
});

/** What every command says of the table; the name is read at the call, so that nothing happens at import. */
export const onTable = () => ({ TableName: process.env.TABLE_NAME, ReturnConsumedCapacity: 'TOTAL' }) as const;

type Output = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] };

/** Counts what a call consumed. */
export const metered = async <T extends Output>(kind: 'readUnits' | 'writeUnits', sent: Promise<T>) => {
  const output = await sent;
  const used = invocation.getStore();
  for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat()) if (used) used[kind] += CapacityUnits;
  return output;
};
