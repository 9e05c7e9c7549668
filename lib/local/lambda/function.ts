import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalFunction } from '../template/template';
import { type InstanceOptions, startInstance } from './worker';

export type FunctionRunner = ReturnType<typeof runFunction>;

const contentOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n');

const MAX_INSTANCES = 4;

type Instance = ReturnType<typeof startInstance>;

/**
 * Runs a function as Lambda does: an instance serves one request at a time, and another instance starts when all are
 * busy. Requests wait while four are busy.
 */
export const runFunction = (lambda: LocalFunction, options: InstanceOptions) => {
  let { file } = lambda;
  const instances = new Set<Instance>();
  let idle: Instance[] = [];
  let busy = 0;
  const waiting: (() => void)[] = [];

  const use = async <T>(task: (instance: Instance) => Promise<T>): Promise<T> => {
    if (busy < MAX_INSTANCES) busy++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    const loaded = file;
    idle = idle.filter((one) => one.isAlive());
    const instance = idle.pop() ?? startInstance({ ...lambda, file }, options);
    instances.add(instance);
    try {
      return await task(instance);
    } finally {
      if (loaded === file && instance.isAlive()) idle.push(instance);
      else {
        instances.delete(instance);
        instance.stop();
      }
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };

  return {
    invoke: (event: string) => use((instance) => instance.invoke(event)),
    warm: () => use((instance) => instance.ready).catch(() => {}),
    /** Takes a new file for the function. Running requests finish with the old file. */
    replace: (fresh: string) => {
      if (contentOf(dirname(fresh)) === contentOf(dirname(file))) return;
      file = fresh;
      for (const instance of idle.splice(0)) instance.stop();
    },
    close: async () => {
      await Promise.all([...instances].map((instance) => instance.stop()));
    },
  };
};
