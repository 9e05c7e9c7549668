import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { invocation } from '../http/invocation';
import { DynamoDBDocumentClient } from './sdk';
import { send } from './send';

type Context = { readonly commandName: string };

/** In the place of the steps that the SDK takes from a command to its answer: one. */
const steps = {
  // The document client looks for those of a client of its own version.
  identify: () => ['serializerMiddleware'],
  concat: () => steps,
  resolve:
    (_: unknown, { commandName }: Context) =>
    async ({ input }: { readonly input: object }) => ({
      output: await send(commandName.replace('Command', ''), input),
    }),
};

/**
 * The SDK's client for its commands, as code and mocks know it; what it hands over is sent by ours. Of the client that it
 * is made from it takes these two, so that the rest need not be there.
 */
export const client = DynamoDBDocumentClient.from({ config: {}, middlewareStack: steps } as unknown as DynamoDBClient);

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
