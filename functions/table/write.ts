import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '#dynamodb';
import type { Problem } from '../http/problem';
import { msLeft } from '../lambda/deadline';
import { client, metered, onTable } from './client';
import type { Item } from './item';

type InTransaction = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Of<Kind extends 'Put' | 'Update' | 'Delete'> = Omit<NonNullable<InTransaction[Kind]>, 'TableName'>;

type Write = { readonly Put: Of<'Put'> } | { readonly Update: Of<'Update'> } | { readonly Delete: Of<'Delete'> };

/** A write to another item that goes with the first one or not at all. */
export type Side = {
  readonly write: Write;
  /** Returns the Problem for a failed condition, or undefined when the caller of `write` decides. */
  readonly refused: (standing: Item | undefined) => Problem | undefined;
};

/**
 * `item` is what was written, or what stood in the way, be it of a side; `retried`: an earlier try may have been
 * applied; `isThrottled`: the caller is to send fewer writes.
 */
type Outcome = {
  readonly ok: boolean;
  readonly item?: Item;
  readonly side?: Side;
  readonly retried: boolean;
  readonly isThrottled?: true;
};

type Options = {
  readonly isTransaction?: boolean;
  /** True when the caller can do the same with fewer writes, so that a throttled transaction is not sent again. */
  readonly isDivisible?: boolean;
};

const sendOne = (write: Write) => {
  if ('Put' in write) return client.send(new PutCommand({ ...onTable(), ...write.Put }));
  if ('Delete' in write) return client.send(new DeleteCommand({ ...onTable(), ...write.Delete }));
  return client.send(new UpdateCommand({ ...onTable(), ...write.Update, ReturnValues: 'ALL_NEW' }));
};

const inTransaction = (write: Write, TableName: string | undefined): InTransaction => {
  if ('Put' in write) return { Put: { TableName, ...write.Put } };
  if ('Delete' in write) return { Delete: { TableName, ...write.Delete } };
  return { Update: { TableName, ...write.Update } };
};

/** Sends a transaction. DynamoDB applies it once per token, however often it is sent. */
const sendAll = async (writes: readonly Write[], ClientRequestToken: string): Promise<{ Attributes?: Item }> => {
  const { TableName, ReturnConsumedCapacity } = onTable();
  const TransactItems = writes.map((write) => inTransaction(write, TableName));
  const command = new TransactWriteCommand({ TransactItems, ReturnConsumedCapacity, ClientRequestToken });
  await metered('writeUnits', client.send(command));
  return {};
};

type Stored = Parameters<typeof unmarshall>[0];
type Refusal = { readonly Code?: string; readonly Item?: Stored };
/** Error of a refused write or of a cancelled transaction. */
type AwsError = Error & {
  readonly Item?: Stored;
  readonly CancellationReasons?: readonly Refusal[];
  readonly $metadata?: { readonly attempts?: number };
};

/** Returns DynamoDB's reason for each write. Empty when the error is no refusal. */
const refusalsOf = ({ name, Item, CancellationReasons = [] }: AwsError): readonly Refusal[] => {
  if (name === 'ConditionalCheckFailedException') return [{ Code: 'ConditionalCheckFailed', Item }];
  if (name === 'TransactionConflictException') return [{ Code: 'TransactionConflict' }];
  return CancellationReasons;
};

const MAX_TRIES = 20;

/** Limits of the pause before a retry. The maximum of the first pause is twice the base. */
type Backoff = { readonly baseMs: number; readonly maxMs: number };
export const CONFLICT: Backoff = { baseMs: 10, maxMs: 320 };
/** Pauses longer than after a conflict, because a partition recovers by the second. */
export const THROTTLED: Backoff = { baseMs: 100, maxMs: 1000 };

/** Pauses with full jitter before a retry, inside the deadline. Returns false when no try or no time is left. */
export const pauseToRetry = async (tries: number, { baseMs, maxMs }: Backoff = CONFLICT) => {
  if (tries === MAX_TRIES) return false;
  const pauseMs = Math.random() * Math.min(maxMs, baseMs * 2 ** tries);
  if (pauseMs >= msLeft()) return false;
  await sleep(pauseMs);
  return true;
};

/** Codes that DynamoDB gives an item of a cancelled transaction when the same transaction may succeed later. */
const backoffs: Readonly<Record<string, Backoff>> = {
  ProvisionedThroughputExceeded: THROTTLED,
  ThrottlingError: THROTTLED,
  TransactionConflict: CONFLICT,
};

/** The pause that the refusals ask for; undefined when a retry would not help. Throttling asks for the longest. */
const backoffFor = (refusals: readonly Refusal[]) => {
  const named = refusals.flatMap(({ Code = '' }) => backoffs[Code] ?? []);
  return named.includes(THROTTLED) ? THROTTLED : named[0];
};

/** Writes one item, and in the same transaction the others that depend on it. */
export const write = async (
  main: Write,
  sides: readonly Side[] = [],
  { isTransaction = sides.length > 0, isDivisible = false }: Options = {},
): Promise<Outcome> => {
  let token = randomUUID();
  let attempts = 0;
  for (let tries = 1; ; tries++) {
    try {
      const writes = [main, ...sides.map((side) => side.write)];
      const { Attributes } = isTransaction ? await sendAll(writes, token) : await metered('writeUnits', sendOne(main));
      return { ok: true, item: Attributes, retried: false };
    } catch (thrown) {
      const error = thrown as AwsError;
      const refusals = refusalsOf(error);
      attempts += error.$metadata?.attempts ?? 1;
      const isLost = attempts > tries;
      // If any item has a conflict, the reasons given for the others are unreliable.
      const backoff = backoffFor(refusals);
      if (backoff) {
        if (backoff === THROTTLED && isDivisible) return { ok: false, retried: false, isThrottled: true };
        if (!(await pauseToRetry(tries, backoff))) throw error;
        // After a lost reply the transaction may still be applied. The same token makes DynamoDB apply it once.
        if (!isLost) token = randomUUID();
        continue;
      }
      const refused = refusals.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
      if (refused < 0) throw error;
      const stored = refusals[refused]?.Item;
      const item = stored && unmarshall(stored, { wrapNumbers: Number });
      const side = sides[refused - 1];
      const problem = side?.refused(item);
      if (problem) throw problem;
      return { ok: false, item, side, retried: !isTransaction && isLost };
    }
  }
};
