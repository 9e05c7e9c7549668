import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LocalFunction } from './template';
import { startThread, type Thread, type ThreadOptions } from './thread';

export type Pool = {
  invoke(event: string): Promise<string>;
  warm(): Promise<void>;
  replace(file: string): void;
  close(): Promise<void>;
};
type Job = { event: string; resolve(json: Promise<string>): void };

const instanceLimit = 4;
// The instances share a few cores: four of each function take twice the memory of one, and answer a fifth fewer requests
// a second. So another is for a function whose requests wait for each other, not for the machine.
const busyShare = 0.7;
// Instances beyond the first are given back, so that a burst does not hold memory for the rest of the day.
const idleLimitMs = 300_000;

type PoolOptions = ThreadOptions & {
  /** How long the instances are busy, nearly all the time, before another starts. */
  patienceMs: number;
};

/** The instances of one function: each runs one request at a time, further requests wait. */
export function startPool(lambda: LocalFunction, options: PoolOptions): Pool {
  let { file } = lambda;
  let generation = 0;
  const idle: Thread[] = [];
  const all = new Map<Thread, number>();
  const queue: Job[] = [];
  let isGrowing = false;
  let running = 0;
  /** What the requests took that have ended, less the times when those began that run. */
  let tookMs = 0;
  /** How many instances no request has needed since the last look. */
  let spare = 0;

  function spawn(): Thread {
    const thread = startThread({ ...lambda, file }, options);
    all.set(thread, generation);
    return thread;
  }

  function discard(thread: Thread): Promise<void> {
    all.delete(thread);
    return thread.stop();
  }

  function takeIdle(): Thread | undefined {
    for (let thread = idle.pop(); thread; thread = idle.pop()) {
      if (thread.isAlive()) return thread;
      discard(thread);
    }
    return undefined;
  }

  function giveBack(thread: Thread): void {
    if (!thread.isAlive() || all.get(thread) !== generation) discard(thread);
    else idle.push(thread);
    next();
  }

  async function run(thread: Thread, { event }: Job): Promise<string> {
    running++;
    tookMs -= performance.now();
    try {
      return await thread.invoke(event);
    } finally {
      running--;
      tookMs += performance.now();
      giveBack(thread);
    }
  }

  const usedMs = () => tookMs + running * performance.now();

  function next(): void {
    while (queue.length > 0) {
      const thread = takeIdle() ?? (current() === 0 ? spawn() : undefined);
      const job = thread && queue.shift();
      if (!job) {
        grow();
        return;
      }
      spare = Math.min(spare, idle.length);
      job.resolve(run(thread, job));
    }
  }

  /** Those that wait take whichever instance is free first. */
  async function grow(): Promise<void> {
    if (isGrowing || current() === instanceLimit) return;
    isGrowing = true;
    const before = usedMs();
    await delay(options.patienceMs, undefined, { ref: false });
    const isBusy = usedMs() - before >= busyShare * current() * options.patienceMs;
    const thread = isBusy && queue.length > 0 ? spawn() : undefined;
    await thread?.ready.catch(() => {});
    isGrowing = false;
    if (thread) giveBack(thread);
    else next();
  }

  function current(): number {
    return [...all.values()].filter((started) => started === generation).length;
  }

  const reaper = setInterval(() => {
    for (const thread of idle.splice(0, Math.min(spare, all.size - 1))) discard(thread);
    spare = idle.length;
  }, idleLimitMs);
  reaper.unref();

  return {
    invoke: (event) =>
      new Promise((resolve) => {
        queue.push({ event, resolve });
        next();
      }),
    warm: async () => {
      if (all.size > 0) return;
      const thread = spawn();
      await thread.ready.catch(() => {});
      giveBack(thread);
    },
    replace: (fresh) => {
      if (contentOf(dirname(fresh)) === contentOf(dirname(file))) return;
      file = fresh;
      generation++;
      for (const thread of idle.splice(0)) discard(thread);
      next();
    },
    close: async () => {
      clearInterval(reaper);
      queue.length = 0;
      await Promise.all([...all.keys()].map(discard));
    },
  };
}

function contentOf(folder: string): string {
  const files = readdirSync(folder).sort();
  return files.map((file) => `${file}\n${readFileSync(join(folder, file), 'latin1')}`).join('\n');
}
