import { randomUUID } from 'node:crypto';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, TransactWriteCommand, UpdateCommand, unmarshall } from '#dynamodb';
import { client, countUnits, metered, onTable, type TableItem, unmarshallOptions } from '../dynamodb/client';
import { checkChain } from '../rules/chain';
import { joinProblems, type Problem, unavailable } from '../rules/problem';
import { pauseToRetry, THROTTLED } from './retry';
import { backoffOf, type CancellationReason, reasonsOf, type WriteError } from './write-error';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
/** Input of one kind of write, without the name of the table. */
type Part<Kind extends 'Put' | 'Update' | 'Delete'> = Omit<NonNullable<TransactItem[Kind]>, 'TableName'>;

export type Write =
  | { readonly Put: Part<'Put'> }
  | { readonly Update: Part<'Update'> }
  | { readonly Delete: Part<'Delete'> };

/** A write to another item in the same transaction as the main write. */
export type ExtraWrite = {
  readonly write: Write;
  /**
   * Returns the Problem for a failed condition, or RETRY after it has changed the item so that the condition can hold. Without
   * either, the caller of `write` decides.
   */
  readonly problemFor?: (current: TableItem | undefined) => Failure | Promise<Failure>;
};

export const RETRY = 'retry';
export type Failure = Problem | typeof RETRY | undefined;

export type WriteResult = {
  readonly ok: boolean;
  /** The item after a single update, or the current item whose condition has failed. */
  readonly item?: TableItem;
  /** The extra write whose condition has failed; undefined when the condition of the main write has failed. */
  readonly extraWrite?: ExtraWrite;
  /** True when a condition has failed after a lost reply: the write may have been applied, or may still be. */
  readonly mayBeApplied: boolean;
  /** True when DynamoDB has throttled a divisible transaction, so that the caller sends fewer writes. */
  readonly isThrottled?: true;
};

const sendAlone = (write: Exclude<Write, { readonly Put: unknown }>) => {
  if ('Delete' in write) return client.send(new DeleteCommand({ ...onTable(), ...write.Delete }));
  return client.send(new UpdateCommand({ ...onTable(), ...write.Update, ReturnValues: 'ALL_NEW' }));
};

const toTransactItem = (write: Write, TableName: string | undefined): TransactItem =>
  Object.fromEntries(Object.entries(write).map(([kind, part]) => [kind, { TableName, ...part }]));

/** Sends a transaction. DynamoDB applies a transaction with the same token only once. */
const sendTransaction = async (writes: readonly Write[], ClientRequestToken: string) => {
  const { TableName, ReturnConsumedCapacity } = onTable();
  const TransactItems = writes.map((write) => toTransactItem(write, TableName));
  const command = new TransactWriteCommand({ TransactItems, ReturnConsumedCapacity, ClientRequestToken });
  await metered('writeUnits', client.send(command));
  return { Attributes: undefined };
};

/** Counts the units of refused writes, which DynamoDB charges by the stored item, and does not report. */
const countRefused = (reasons: readonly CancellationReason[]) => {
  for (const { Item = {} } of reasons)
    countUnits('writeUnits', Math.ceil(Buffer.byteLength(JSON.stringify(Item)) / 1024));
};

/**
 * Writes an item, and all extra writes in the same transaction. A creation is always a transaction. Without this, a retry
 * after a lost reply would write an item again that another client has deleted since. `isDivisible` tells that the caller can
 * send fewer writes instead, so that `write` does not retry a throttled transaction.
 */
export const write = async (
  main: Write,
  extraWrites: readonly ExtraWrite[] = [],
  { isDivisible = false } = {},
): Promise<WriteResult> => {
  checkChain();
  let token = '';
  let hasLostReply = false;
  for (let tries = 1; ; tries++) {
    // Keeps the token after a lost reply, because DynamoDB applies a transaction with the same token only once.
    if (!hasLostReply) token = randomUUID();
    try {
      const writes = [main, ...extraWrites.map((extraWrite) => extraWrite.write)];
      const isAlone = extraWrites.length === 0 && !('Put' in main);
      const { Attributes } = await (isAlone ? metered('writeUnits', sendAlone(main)) : sendTransaction(writes, token));
      return { ok: true, item: Attributes, mayBeApplied: false };
    } catch (thrown) {
      const error = thrown as WriteError;
      const reasons = reasonsOf(error);
      hasLostReply ||= error.$metadata?.hasLostReply ?? false;
      // Retries the whole transaction first, because a conflict makes the reasons for the other items unreliable.
      const backoff = backoffOf(reasons);
      const isThrottled = backoff === THROTTLED || error.$retryable?.throttling;
      if (isThrottled && isDivisible) return { ok: false, mayBeApplied: false, isThrottled };
      if (backoff) {
        if (await pauseToRetry(tries, backoff)) continue;
        throw Object.assign(error, { $retryable: {} });
      }
      countRefused(reasons);
      const failed = reasons.flatMap(({ Code, Item }, index) => {
        const item = Item && unmarshall(Item, unmarshallOptions);
        return Code === 'ConditionalCheckFailed' ? [{ item, extraWrite: extraWrites[index - 1] }] : [];
      });
      const [first] = failed;
      if (!first) throw error;
      const result = { ok: false, ...first, mayBeApplied: hasLostReply };
      if (!first.extraWrite) return result;
      const failures = await Promise.all(failed.map(({ item, extraWrite }) => extraWrite?.problemFor?.(item)));
      const problems = failures.filter((failure) => failure !== RETRY);
      if (problems.length === 0) {
        if (await pauseToRetry(tries)) continue;
        throw unavailable();
      }
      const [problem, ...others] = problems;
      // The first attempt can still be applied after the refusal of its repetition.
      if (problem) throw hasLostReply ? unavailable() : joinProblems(problem, others);
      return result;
    }
  }
};
