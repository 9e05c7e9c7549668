import { Problem, unavailable } from '../../rules/problem';
import { find } from '../get';
import { pauseToRetry } from '../retry';
import { type ExtraWrite, type WriteResult, write } from '../write';
import type { AlsoWrite, Transaction } from './also-write';
import { extraWritesOf } from './merge';
import { checkCounters, partsOf, prepareAll, readParts } from './part';

/** Returns the item that a write would put, if it is there. An expired idempotency key is not there. */
const storedBy = async ({ write: each }: Pick<ExtraWrite, 'write'>) => {
  const { pk, sk } = ('Put' in each && each.Put.Item) || {};
  const item = pk === undefined ? undefined : await find({ pk: String(pk), sk: String(sk) });
  return item && !(Number(item.expiresAt) <= Date.now() / 1000) ? item : undefined;
};

/** Returns the result of a creation that was done before, which explains why a rule refuses its repetition. */
const repetitionOf = async ({ main, others }: Transaction): Promise<WriteResult | undefined> => {
  const key = others.find(({ write: each }) => 'Put' in each && each.Put.Item?.sk === 'KEY');
  const stored = key && (await storedBy(key));
  const problem = stored && (await key.problemFor?.(stored));
  if (problem instanceof Problem) throw problem;
  if (stored) return { ok: false, item: stored, extraWrite: key, mayBeApplied: false };
  const item = await storedBy({ write: main });
  return item && { ok: false, item, mayBeApplied: false };
};

/**
 * Sends a transaction with further resources. Reads these first, and writes each on the condition that it has the revision that
 * its rule saw. Computes all again when another request has changed one of them.
 */
const writeTogether: AlsoWrite['writeTogether'] = async (transaction, also) => {
  const parts = partsOf(transaction, also);
  for (let tries = 1; ; tries++) {
    await readParts(parts);
    let prepared: readonly Transaction[];
    try {
      prepared = prepareAll(parts, transaction);
    } catch (problem) {
      const repetition = await repetitionOf(transaction);
      if (repetition) return repetition;
      await checkCounters(transaction);
      throw problem;
    }
    if (transaction.isDone && prepared.every(({ isDone }) => isDone))
      return { ok: true, item: transaction.before, mayBeApplied: false };
    const updates = prepared.map(({ main }): ExtraWrite => ({ write: main }));
    const result = await write(transaction.main, extraWritesOf(transaction, prepared, updates));
    const hasMoved = result.extraWrite !== undefined && updates.includes(result.extraWrite);
    if (!hasMoved) return result;
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
  }
};

const check: AlsoWrite['check'] = async (transaction, also) => {
  const parts = partsOf(transaction, also);
  await readParts(parts);
  prepareAll(parts, transaction);
};

/** Members that each write brings. */
export const together = { check, writeTogether };
