import { invocation } from '../http/invocation';
import { unavailable } from '../http/problem';
import { credentials } from './credentials';
import { protocol } from './protocol';
import { DynamoDBClient, DynamoDBDocumentClient } from './sdk';
import { signer } from './signer';
import { transport } from './transport';

/** The stack hands it over: the rules of where DynamoDB is in which of AWS's partitions are 10 kB. */
export const endpoint = async () => {
  const { protocol, hostname, port } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  return { protocol, hostname, port: port === '' ? undefined : Number(port), path: '/' };
};

/**
 * The SDK's client, told all that it would else find out: half of its code and a third of its time are for that. What it
 * does not need any more is left out of the bundles (lib/sdk.ts).
 */
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    region: async () => process.env.AWS_REGION ?? '',
    endpoint,
    credentials,
    signer,
    protocol,
    requestHandler: transport,
    maxAttempts: 3,
    retryMode: 'standard',
  }),
);

// They log what we log, tell DynamoDB who we are, and count what Node counts.
const steps = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware', 'contentLengthMiddleware'];
for (const step of steps) client.middlewareStack.remove(step);

const LONGEST_MS = 3000;

export const msLeft = () => {
  const { deadlineMs = Number.POSITIVE_INFINITY } = invocation.getStore() ?? {};
  return Math.max(0, Math.min(LONGEST_MS, deadlineMs - Date.now()));
};

/** What every command says of the table; the name is read at the call, so that nothing happens at import. */
export const onTable = () => ({ TableName: process.env.TABLE_NAME, ReturnConsumedCapacity: 'TOTAL' }) as const;

/** The SDK does not hear an abort at every moment, as while it pauses or asks for a token; this ends a request in time. */
const timeUp = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.onabort = () => reject(unavailable());
  });

type Output = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] };
type Send<T> = (options: { abortSignal: AbortSignal }) => Promise<T>;

/** Sends one call to DynamoDB within the time that the request has left, and counts what it consumed. */
export const metered = async <T extends Output>(kind: 'readUnits' | 'writeUnits', send: Send<T>) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), msLeft());
  const abortSignal = controller.signal;
  const output = await Promise.race([send({ abortSignal }), timeUp(abortSignal)]).finally(() => clearTimeout(timer));
  const used = invocation.getStore();
  for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat()) if (used) used[kind] += CapacityUnits;
  return output;
};
