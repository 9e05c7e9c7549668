import { DynamoDBClient, DynamoDBDocumentClient, isThrottlingError, isTransientError } from '#dynamodb';
import { variables } from '../environment';
import { invocation } from '../invocation';
import { createRetryStrategy } from './retry-strategy';
import { requestHandler } from './send';

export type TableItem = Record<string, unknown>;

/** Without the second option, the SDK refuses to write numbers beyond JavaScript's safe integers, such as 1e20. */
export const marshallOptions = { removeUndefinedValues: true, allowImpreciseNumbers: true } as const;

/** Without this, the SDK throws an error that quotes a stored number beyond JavaScript's safe integers. */
export const unmarshallOptions = { wrapNumbers: Number };

/** The client of all reads and writes. Endpoint, region and credentials come from the environment of the function. */
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({ requestHandler, retryStrategy: createRetryStrategy() }),
  {
    // Copies the options, because the SDK adds to them.
    marshallOptions: { ...marshallOptions },
    unmarshallOptions: { ...unmarshallOptions },
  },
);

/** Returns the members of every command. Reads the environment at each call, because an import must not read it. */
export const onTable = () => ({ TableName: variables().TABLE_NAME, ReturnConsumedCapacity: 'TOTAL' }) as const;

type MeteredReply = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] };

type CallError = Parameters<typeof isThrottlingError>[0];

/** Marks a transient error by `$retryable`, the SDK's own mark. The response is then a 503. */
const withMark = (error: CallError) => {
  const throttling = isThrottlingError(error);
  // After a reply that is not JSON, the request may or may not have been applied.
  const isUnreadable = error.name === 'SyntaxError' && error.$metadata !== undefined;
  const isOfServer = (error.$metadata?.httpStatusCode ?? 0) >= 500;
  const isTransient = throttling || isTransientError(error) || isUnreadable || isOfServer;
  return isTransient ? Object.assign(error, { $retryable: { throttling } }) : error;
};

/** Adds capacity units to the count of the request. */
export const countUnits = (kind: 'readUnits' | 'writeUnits', units: number) => {
  const used = invocation.getStore();
  if (used) used[kind] += units;
};

/** Counts the capacity units that a call has consumed. Marks a transient error. */
export const metered = async <T extends MeteredReply>(kind: 'readUnits' | 'writeUnits', sent: Promise<T>) => {
  try {
    const output = await sent;
    for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat()) countUnits(kind, CapacityUnits);
    return output;
  } catch (error) {
    throw withMark(error as CallError);
  }
};
