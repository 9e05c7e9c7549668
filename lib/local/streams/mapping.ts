import { setTimeout as delay } from 'node:timers/promises';
import type { LocalMapping } from '../template/template';
import { type BatchOutcome, deliverBatch } from './batches';
import { checkPatterns, isWanted } from './filter';
import type { StreamPlaces } from './places';
import type { StreamRecord, TableStream } from './stream';

export type MappingRunner = ReturnType<typeof runMapping>;

type RunOptions = {
  /** False to wait until the mapping is enabled. */
  readonly isEnabled?: boolean | undefined;
  readonly stream: TableStream;
  readonly places: StreamPlaces;
  readonly invoke: (records: readonly StreamRecord[]) => Promise<BatchOutcome>;
  readonly onExpired: (records: readonly StreamRecord[]) => void;
  readonly onError: (error: unknown) => void;
};

/** Time between two reads of a shard, as at Lambda. */
const POLL_MS = 250;
/** Maximum time before a repetition. */
const MAX_PAUSE_MS = 10_000;

/** Runs a mapping: reads the shards of a stream, parents before their children, and sends their records to the function. */
export const runMapping = (mapping: LocalMapping, options: RunOptions) => {
  const { stream, places, invoke, onExpired, onError } = options;
  let { isEnabled = true } = options;
  const { id, patterns, batchSize, windowMs, maxAgeMs, isHalved } = mapping;
  checkPatterns(patterns);
  const stopping = new AbortController();
  const closed = new Set<string>();
  let [isFailing, reported] = [false, ''];
  let [handled, cycle] = [0, 0];
  let waiting: { readonly asked: number; readonly resolve: () => void }[] = [];
  /** Lets those go on who asked before a cycle. */
  const answer = (before: number) => {
    for (const { asked, resolve } of waiting) if (asked < before) resolve();
    waiting = waiting.filter(({ asked }) => asked >= before);
  };
  let woken = new AbortController();
  /** Waits, unless somebody waits for the function. Returns false when the service stops. */
  const pause = async (ms: number) => {
    const signal = AbortSignal.any([stopping.signal, woken.signal]);
    if (waiting.length === 0) await delay(ms, undefined, { signal }).catch(() => {});
    return !stopping.signal.aborted;
  };

  const deliver = (records: readonly StreamRecord[]) =>
    deliverBatch(records, {
      isHalved,
      onExpired,
      isExpired: ({ dynamodb }) => Date.now() - dynamodb.ApproximateCreationDateTime * 1000 > maxAgeMs,
      invoke: async (batch) => {
        const failed = await invoke(batch);
        isFailing = !failed || failed.length > 0;
        if (isFailing) answer(Number.POSITIVE_INFINITY);
        return failed;
      },
      pause: (tries) => pause(Math.min(MAX_PAUSE_MS, 500 * 2 ** tries)),
    });

  /** Sends what a shard has behind its place. */
  const follow = async (shard: string) => {
    let found = await stream.read(shard, places.of(id, shard));
    const isShort = found.records.filter((record) => isWanted(patterns, record)).length < batchSize;
    if (found.records.length > 0 && windowMs > 0 && isShort) {
      await pause(windowMs);
      found = await stream.read(shard, places.of(id, shard));
    }
    for (let rest = found.records; rest.length > 0 && !stopping.signal.aborted; ) {
      const wanted = rest.filter((record) => isWanted(patterns, record)).slice(0, batchSize);
      const last = wanted.length < batchSize ? rest.at(-1) : wanted.at(-1);
      if (!last || (wanted.length > 0 && !(await deliver(wanted)))) return;
      handled += wanted.length;
      places.move(id, shard, last.dynamodb.SequenceNumber);
      rest = rest.slice(rest.indexOf(last) + 1);
    }
    if (found.isClosed && found.records.length === 0) closed.add(shard);
  };

  /** Passes what is in the stream. */
  const skip = async () => {
    for (const shard of await stream.listShards())
      for (let isOver = false; !isOver; ) {
        const { records } = await stream.read(shard.id, places.of(id, shard.id));
        const last = records.at(-1);
        if (last) places.move(id, shard.id, last.dynamodb.SequenceNumber);
        isOver = !last;
      }
  };

  /** Reads each shard once whose parent is at its end. */
  const readOnce = async () => {
    if (!isEnabled) return;
    const shards = await stream.listShards();
    const isOpen = ({ id: shard, parentId }: (typeof shards)[number]) =>
      !closed.has(shard) && !shards.some((each) => each.id === parentId && !closed.has(each.id));
    await Promise.all(shards.filter(isOpen).map((shard) => follow(shard.id)));
  };

  /** Reports an error of the stream, and waits. A table that is made anew has no stream for a moment. */
  const fail = async (error: unknown) => {
    if (!stopping.signal.aborted && !/ResourceNotFoundException/.test(String(error))) {
      isFailing = true;
      answer(Number.POSITIVE_INFINITY);
      if (reported !== String(error)) onError(error);
      reported = String(error);
    }
    await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
  };

  const run = async () => {
    for (cycle = 1; !stopping.signal.aborted; cycle++) {
      const before = handled;
      const error: unknown = await readOnce().catch((thrown) => thrown);
      if (error) await fail(error);
      else if (handled === before) {
        answer(cycle);
        await pause(POLL_MS);
      }
    }
    answer(Number.POSITIVE_INFINITY);
  };
  run();

  /** Waits until the function has handled all changes so far, or has failed. */
  const settle = () => {
    const settled = new Promise<void>((resolve) => waiting.push({ asked: cycle, resolve }));
    woken.abort();
    woken = new AbortController();
    return settled;
  };

  return {
    mapping,
    handled: () => handled,
    isFailing: () => isFailing,
    isEnabled: () => isEnabled,
    /** Lets the function get changes from now on, or none any more. */
    enable: async (isWanted: boolean) => {
      if (isWanted && !isEnabled) await skip();
      isEnabled = isWanted;
      // A read that has begun would still deliver what is written next.
      if (!isWanted) await settle();
    },
    settle,
    close: async () => stopping.abort(),
  };
};
