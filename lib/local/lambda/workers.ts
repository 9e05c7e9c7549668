import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalFunction } from '../template/template';
import { startThread, type Thread, type ThreadOptions } from './thread';

export type Pool = {
  invoke(event: string): Promise<string>;
  warm(): Promise<void>;
  replace(file: string): void;
  close(): Promise<void>;
};
type Job = { event: string; resolve(json: Promise<string>): void };

const instanceLimit = 4;

/** Starts the instances of one function. Each runs one request at a time. A request that would wait starts another instance. */
export function startPool(lambda: LocalFunction, options: ThreadOptions): Pool {
  let { file } = lambda;
  let generation = 0;
  const idle: Thread[] = [];
  const all = new Map<Thread, number>();
  const queue: Job[] = [];

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
    try {
      return await thread.invoke(event);
    } finally {
      giveBack(thread);
    }
  }

  function next(): void {
    while (queue.length > 0) {
      const thread = takeIdle() ?? (current() < instanceLimit ? spawn() : undefined);
      const job = thread && queue.shift();
      if (!job) return;
      job.resolve(run(thread, job));
    }
  }

  function current(): number {
    return [...all.values()].filter((started) => started === generation).length;
  }

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
      queue.length = 0;
      await Promise.all([...all.keys()].map(discard));
    },
  };
}

function contentOf(folder: string): string {
  const files = readdirSync(folder).sort();
  return files.map((file) => `${file}\n${readFileSync(join(folder, file), 'latin1')}`).join('\n');
}
