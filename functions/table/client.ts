import { invocation } from '../http/invocation';
import { unavailable } from '../http/problem';
import { DynamoDBClient, DynamoDBDocumentClient } from './sdk';

export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    // Without `throwOnRequestTimeout` the limit is only warned of: 100 ms waited 1.5 s.
    requestHandler: { connectionTimeout: 500, requestTimeout: 1000, throwOnRequestTimeout: true },
  }),
);

/**
 * An answer that is no JSON, or that does not say what it consumed as we always ask, is not DynamoDB's but of something
 * on the way: taken for one, it would be a 404. The SDK tries again what is marked as it is here.
 */
client.middlewareStack.add(
  (next) => async (call) => {
    try {
      const result = await next(call);
      if (result.output && 'ConsumedCapacity' in result.output) return result;
      throw Object.assign(new Error('The answer is not one of DynamoDB.'), { $retryable: {} });
    } catch (error) {
      if (error instanceof SyntaxError) Object.assign(error, { $retryable: {} });
      throw error;
    }
  },
  { step: 'deserialize', name: 'retryUnreadable', priority: 'high' },
);

const LONGEST_MS = 3000;

export const msLeft = () => {
  const { deadlineMs = Number.POSITIVE_INFINITY } = invocation.getStore() ?? {};
  return Math.max(0, Math.min(LONGEST_MS, deadlineMs - Date.now()));
};

/** What every command says of the table; the name is read at the call, so that nothing happens at import. */
export const onTable = () => ({ TableName: process.env.TABLE_NAME, ReturnConsumedCapacity: 'TOTAL' }) as const;

/** The SDK does not hear an abort at every moment: under many faults, 5 requests of 19,000 took up to a second more. */
const timeUp = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.onabort = () => reject(unavailable());
  });

type Output = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] };
type Send<T> = (options: { abortSignal: AbortSignal }) => Promise<T>;

/** Sends one call to DynamoDB within the time that the request has left, and counts what it consumed. */
export const metered = async <T extends Output>(kind: 'readUnits' | 'writeUnits', send: Send<T>) => {
  const abortSignal = AbortSignal.timeout(msLeft());
  const output = await Promise.race([send({ abortSignal }), timeUp(abortSignal)]);
  const used = invocation.getStore();
  for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat()) if (used) used[kind] += CapacityUnits;
  return output;
};
