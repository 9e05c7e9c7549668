import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalFunction } from '../template/template';
import { startThread, type Thread, type ThreadOptions } from './worker';

/** Instances of one function. */
export type Pool = {
  readonly invoke: (event: string) => Promise<string>;
  /** Starts an instance when the pool has none. */
  readonly warm: () => Promise<void>;
  /** Takes a new file for the function. Running requests finish with the old file. */
  readonly replace: (file: string) => void;
  readonly close: () => Promise<void>;
};
type QueuedEvent = { readonly event: string; readonly resolve: (json: Promise<string>) => void };

const MAX_INSTANCES = 4;

const contentOf = (folder: string): string => {
  const files = readdirSync(folder).sort();
  return files.map((file) => `${file}\n${readFileSync(join(folder, file), 'latin1')}`).join('\n');
};

/**
 * Starts the pool of a function. Each instance runs one request at a time. A request that would wait starts another
 * instance.
 */
export const startPool = (lambda: LocalFunction, options: ThreadOptions): Pool => {
  let { file } = lambda;
  /** Number of files that `replace` has taken. An instance of an older generation runs no further request. */
  let generation = 0;
  const idle: Thread[] = [];
  /** Generations of all instances. */
  const generations = new Map<Thread, number>();
  const queue: QueuedEvent[] = [];

  const spawn = (): Thread => {
    const thread = startThread({ ...lambda, file }, options);
    generations.set(thread, generation);
    return thread;
  };

  const discard = (thread: Thread): Promise<void> => {
    generations.delete(thread);
    return thread.stop();
  };

  const takeIdle = (): Thread | undefined => {
    for (let thread = idle.pop(); thread; thread = idle.pop()) {
      if (thread.isAlive()) return thread;
      discard(thread);
    }
    return undefined;
  };

  const countCurrent = (): number => [...generations.values()].filter((started) => started === generation).length;

  const giveBack = (thread: Thread): void => {
    if (!thread.isAlive() || generations.get(thread) !== generation) discard(thread);
    else idle.push(thread);
    runQueue();
  };

  const run = async (thread: Thread, { event }: QueuedEvent): Promise<string> => {
    try {
      return await thread.invoke(event);
    } finally {
      giveBack(thread);
    }
  };

  const runQueue = (): void => {
    while (queue.length > 0) {
      const thread = takeIdle() ?? (countCurrent() < MAX_INSTANCES ? spawn() : undefined);
      const queued = thread && queue.shift();
      if (!queued) return;
      queued.resolve(run(thread, queued));
    }
  };

  return {
    invoke: (event) =>
      new Promise((resolve) => {
        queue.push({ event, resolve });
        runQueue();
      }),
    warm: async () => {
      if (generations.size > 0) return;
      const thread = spawn();
      await thread.ready.catch(() => {});
      giveBack(thread);
    },
    replace: (fresh) => {
      if (contentOf(dirname(fresh)) === contentOf(dirname(file))) return;
      file = fresh;
      generation++;
      for (const thread of idle.splice(0)) discard(thread);
      runQueue();
    },
    close: async () => {
      queue.length = 0;
      await Promise.all([...generations.keys()].map(discard));
    },
  };
};
