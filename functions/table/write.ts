import { setTimeout as sleep } from 'node:timers/promises';
import type { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import * as sdk from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Problem } from '../http/problem';
import { client, metered, msLeft, onTable } from './client';
import type { Item } from './item';

type Of<Input> = Omit<Input, 'TableName' | 'ReturnConsumedCapacity'>;

export type Write =
  | { readonly Put: Of<sdk.PutCommandInput> }
  | { readonly Update: Of<sdk.UpdateCommandInput> }
  | { readonly Delete: Of<sdk.DeleteCommandInput> };

/** A write to another item that goes with the first one or not at all, and the answer when its condition fails. */
export type Side = { readonly write: Write; readonly refused: () => Problem };

/** `item` is what was written, or what stood in the way; `retried`: an earlier try may have been applied. */
export type Outcome = { readonly ok: boolean; readonly item?: Item; readonly retried: boolean };

const sendOne = (write: Write): Promise<{ Attributes?: Item }> =>
  metered('writeUnits', (options) => {
    if ('Put' in write) return client.send(new sdk.PutCommand({ ...onTable(), ...write.Put }), options);
    if ('Delete' in write) return client.send(new sdk.DeleteCommand({ ...onTable(), ...write.Delete }), options);
    const update = { ...onTable(), ...write.Update, ReturnValues: 'ALL_NEW' } as const;
    return client.send(new sdk.UpdateCommand(update), options);
  });

const sendAll = async (writes: readonly Write[]): Promise<{ Attributes?: Item }> => {
  const { TableName, ReturnConsumedCapacity } = onTable();
  const TransactItems = writes.map((write) => {
    const [[kind, input] = []] = Object.entries(write);
    return { [String(kind)]: { TableName, ...input } };
  }) as sdk.TransactWriteCommandInput['TransactItems'];
  const command = new sdk.TransactWriteCommand({ TransactItems, ReturnConsumedCapacity });
  await metered('writeUnits', (options) => client.send(command, options));
  return {};
};

type Refusal = { readonly Code?: string; readonly Item?: Parameters<typeof unmarshall>[0] };

/** For each write, why DynamoDB refused it; nothing when the error is no refusal at all. */
const refusalsOf = (error: unknown): readonly Refusal[] => {
  if (!(error instanceof Error)) return [];
  const { Item } = error as ConditionalCheckFailedException;
  if (error.name === 'ConditionalCheckFailedException') return [{ Code: 'ConditionalCheckFailed', Item }];
  if (error.name === 'TransactionConflictException') return [{ Code: 'TransactionConflict' }];
  return (error as TransactionCanceledException).CancellationReasons ?? [];
};

const MOST_TRIES = 8;
const LONGEST_PAUSE_MS = 320;

/** Two transactions met on one item; the SDK does not try again by itself. Full jitter, inside the deadline. */
const mayTryAgain = async (tries: number) => {
  if (tries === MOST_TRIES) return false;
  const pauseMs = Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** tries);
  if (pauseMs >= msLeft()) return false;
  await sleep(pauseMs);
  return true;
};

/** Writes one item, and in the same transaction the others that depend on it. */
export const write = async (main: Write, sides: readonly Side[] = []): Promise<Outcome> => {
  let attempts = 0;
  for (let tries = 1; ; tries++) {
    try {
      const writes = [main, ...sides.map((side) => side.write)];
      const { Attributes } = sides.length === 0 ? await sendOne(main) : await sendAll(writes);
      return { ok: true, item: Attributes, retried: false };
    } catch (error) {
      const refusals = refusalsOf(error);
      if (refusals.length === 0) throw error;
      attempts += (error as ConditionalCheckFailedException).$metadata.attempts ?? 1;
      const refused = refusals.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
      if (refused > 0) throw sides[refused - 1]?.refused();
      if (refused === 0) {
        const item = refusals[0]?.Item;
        return { ok: false, item: item && unmarshall(item), retried: sides.length === 0 && attempts > tries };
      }
      const isConflict = refusals.some(({ Code }) => Code === 'TransactionConflict');
      if (!isConflict || !(await mayTryAgain(tries))) throw error;
    }
  }
};
