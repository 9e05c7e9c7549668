import type { TableItem } from '../../dynamodb/client';
import { nounOf } from '../../entity';
import { joinProblems, Problem, unavailable } from '../../rules/problem';
import { readFirst } from '../change-item';
import { askerFor, parentProblem } from '../counter';
import { countsOf, type Transaction, writeAll } from '../dependents';
import { find } from '../get';
import { isForeign } from '../item';
import { keyOf } from '../keys';
import { pauseToRetry } from '../retry';
import type { ExtraWrite, WriteResult } from '../write';
import type { AlsoWrite } from './also-write';

/** Maximum number of further resources that one transaction writes. */
const MAX_ALSO = 20;

/** Further resource of a transaction, and its item as far as it is known. */
type Part = { readonly write: AlsoWrite; current?: TableItem | undefined; isRead: boolean };

const textOf = ({ entity, id }: Pick<AlsoWrite, 'entity' | 'id'>) => `${entity.path}/${id}`;

/** Joins the changes of one resource, because a transaction takes an item once. Each rule gets what the one before it sets. */
const partsOf = ({ changes }: Transaction, also: readonly AlsoWrite[]): Part[] => {
  const parts = new Map<string, AlsoWrite>();
  const [main] = changes;
  for (const write of also.flatMap((each) => each.expand?.(main?.before) ?? each)) {
    const before = parts.get(textOf(write));
    const rule: AlsoWrite['rule'] = (resource) => {
      const set = before?.rule?.(resource);
      return { ...set, ...write.rule?.({ ...resource, ...set }) };
    };
    const isTouch = before?.isTouch ?? write.isTouch;
    parts.set(textOf(write), before ? { ...write, rule, ...(isTouch && { isTouch }) } : write);
  }
  const twice = changes.find((each) => parts.has(textOf(each)));
  if (twice) throw new Error(`\`also\` writes ${textOf(twice)}, which is written anyway; set its values by \`set\`.`);
  if (parts.size > MAX_ALSO) throw new Error(`\`also\` has ${parts.size} resources; at most ${MAX_ALSO} are allowed.`);
  return [...parts.values()].map((write) => ({ write, isRead: write.rule === undefined }));
};

/** Throws the problem of a new parent that is missing or foreign, so that no rule tells of it. */
const checkParent = ({ write: { entity, id }, current }: Part, { changes, caller }: Transaction) => {
  const noun = nounOf(entity);
  const added = countsOf(changes).filter(
    ({ by, parentId, relation }) => by > 0 && parentId === id && relation.parent === noun,
  );
  const asker = askerFor(added, caller);
  if (added.length > 0 && (!current || isForeign(asker, current))) throw parentProblem(added, asker, current);
};

/** Returns the transactions of all parts. Throws the problems of all rules that refuse, as one. */
const prepareAll = (parts: readonly Part[], transaction: Transaction) => {
  const problems: Problem[] = [];
  const prepared = parts.flatMap((part) => {
    try {
      checkParent(part, transaction);
      return [part.write.prepare(part.write, part.current, transaction.caller)];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error);
      return [];
    }
  });
  const [problem, ...others] = problems;
  if (problem) throw joinProblems(problem, others);
  return prepared;
};

/** Returns the result of a creation that has been done before with the same idempotency key, which explains the refusal. */
const replayOf = async (others: readonly ExtraWrite[]): Promise<WriteResult | undefined> => {
  const extraWrite = others.find(({ write }) => 'Put' in write && write.Put.Item?.sk === 'KEY');
  if (!extraWrite || !('Put' in extraWrite.write)) return undefined;
  const { pk, sk } = extraWrite.write.Put.Item ?? {};
  const item = await find({ pk: String(pk), sk: String(sk) });
  if (!item || Number(item.expiresAt) <= Date.now() / 1000) return undefined;
  const problem = await extraWrite.problemFor?.(item);
  if (problem instanceof Problem) throw problem;
  return { ok: false, item, extraWrite, mayBeApplied: false };
};

/**
 * Sends a transaction with further resources. Reads these first, and writes each on the condition that it has the revision that
 * its rule saw. Computes all again when another request has changed one of them.
 */
const writeTogether: AlsoWrite['writeTogether'] = async (transaction, also) => {
  const parts = partsOf(transaction, also);
  for (let tries = 1; ; tries++) {
    const read = parts.filter(({ isRead }) => !isRead);
    await Promise.all(
      read.map(async (part) => Object.assign(part, { current: await find(keyOf(part.write.entity, part.write.id)) })),
    );
    let prepared: Transaction[];
    try {
      prepared = prepareAll(parts, transaction);
    } catch (problem) {
      const replay = await replayOf(transaction.others);
      if (replay) return replay;
      throw problem;
    }
    if (transaction.isDone && prepared.every(({ isDone }) => isDone))
      return { ok: true, isIdle: true, mayBeApplied: false };
    const updates = prepared.map(({ main }, index): ExtraWrite => {
      const part = parts[index];
      // A failed condition returns the item, so that the next try needs no read.
      return { write: main, problemFor: (current) => void (part && Object.assign(part, { current, isRead: true })) };
    });
    const result = await writeAll({
      ...transaction,
      others: [...transaction.others, ...updates, ...prepared.flatMap(({ others }) => others)],
      changes: [...transaction.changes, ...prepared.flatMap(({ changes }) => changes)],
    });
    const hasMoved = result.extraWrite !== undefined && updates.includes(result.extraWrite);
    if (!hasMoved) return result;
    if (result.mayBeApplied || !(await pauseToRetry(tries))) throw unavailable();
  }
};

/** Members that each write brings. */
export const together = { begin: readFirst, writeTogether };
