import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Problem } from '../http/problem';
import { client, metered, onTable } from './client';
import type { Item } from './item';
import { itemOf, type Stored } from './protocol';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from './sdk';
import { msLeft } from './send';

type InTransaction = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Of<Kind extends 'Put' | 'Update' | 'Delete'> = Omit<NonNullable<InTransaction[Kind]>, 'TableName'>;

type Write = { readonly Put: Of<'Put'> } | { readonly Update: Of<'Update'> } | { readonly Delete: Of<'Delete'> };

/** A write to another item that goes with the first one or not at all. */
export type Side = {
  readonly write: Write;
  /** What to answer when its condition fails; nothing where that is for the caller of `write` to say. */
  readonly refused: (standing: Item | undefined) => Problem | undefined;
};

/**
 * `item` is what was written, or what stood in the way, be it of a side; `retried`: an earlier try may have been
 * applied.
 */
type Outcome = { readonly ok: boolean; readonly item?: Item; readonly side?: Side; readonly retried: boolean };

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

/** By its token DynamoDB recognises a transaction that it has carried out, however often it is sent. */
const sendAll = async (writes: readonly Write[], ClientRequestToken: string): Promise<{ Attributes?: Item }> => {
  const { TableName, ReturnConsumedCapacity } = onTable();
  const TransactItems = writes.map((write) => inTransaction(write, TableName));
  const command = new TransactWriteCommand({ TransactItems, ReturnConsumedCapacity, ClientRequestToken });
  await metered('writeUnits', client.send(command));
  return {};
};

type Refusal = { readonly Code?: string; readonly Item?: Stored };
/** As the two kinds of refusal are thrown: of a single write, and of a transaction. */
type AwsError = Error & {
  readonly Item?: Stored;
  readonly CancellationReasons?: readonly Refusal[];
  readonly $metadata?: { readonly attempts?: number };
};

/** For each write, why DynamoDB refused it; nothing when the error is no refusal at all. */
const refusalsOf = ({ name, Item, CancellationReasons = [] }: AwsError): readonly Refusal[] => {
  if (name === 'ConditionalCheckFailedException') return [{ Code: 'ConditionalCheckFailed', Item }];
  if (name === 'TransactionConflictException') return [{ Code: 'TransactionConflict' }];
  return CancellationReasons;
};

const MOST_TRIES = 20;
const LONGEST_PAUSE_MS = 320;

/** Others were faster with the same item; the SDK does not try again by itself. Full jitter, inside the deadline. */
export const pauseToRetry = async (tries: number) => {
  if (tries === MOST_TRIES) return false;
  const pauseMs = Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** tries);
  if (pauseMs >= msLeft()) return false;
  await sleep(pauseMs);
  return true;
};

/** Writes one item, and in the same transaction the others that depend on it. */
export const write = async (
  main: Write,
  sides: readonly Side[] = [],
  isTransaction = sides.length > 0,
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
      // While somebody else is at one of the items, what the others say may be half of the truth.
      if (refusals.some(({ Code }) => Code === 'TransactionConflict')) {
        if (!(await pauseToRetry(tries))) throw error;
        // One of which an answer was lost may yet be carried out: it is sent as the same transaction.
        if (!isLost) token = randomUUID();
        continue;
      }
      const refused = refusals.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
      if (refused < 0) throw error;
      const stored = refusals[refused]?.Item;
      const item = stored && itemOf(stored);
      const side = sides[refused - 1];
      const problem = side?.refused(item);
      if (problem) throw problem;
      return { ok: false, item, side, retried: !isTransaction && isLost };
    }
  }
};
