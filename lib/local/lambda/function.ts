import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalFunction } from '../template/template';
import type { DatabaseCall } from './proxy';
import { type InstanceOptions, startInstance } from './worker';

type RunOptions = InstanceOptions & { readonly takeCalls: (session: string) => readonly DatabaseCall[] | undefined };

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
export const runFunction = (lambda: LocalFunction, options: RunOptions) => {
  let { file } = lambda;
  let idle: Instance[] = [];
  const busy = new Set<Instance>();
  const waiting: (() => void)[] = [];

  const use = async <T>(task: (instance: Instance) => Promise<T>): Promise<T> => {
    while (busy.size === MAX_INSTANCES) await new Promise<void>((resolve) => waiting.push(resolve));
    const loaded = file;
    idle = idle.filter((instance) => instance.isAlive());
    const instance = idle.pop() ?? startInstance({ ...lambda, file }, options);
    busy.add(instance);
    try {
      return await task(instance);
    } finally {
      busy.delete(instance);
      if (loaded === file && instance.isAlive()) idle.push(instance);
      else instance.stop();
      waiting.shift()?.();
    }
  };

  return {
    /** Returns the result of the function as JSON, and the calls of DynamoDB that the function made. */
    invoke: (event: string) =>
      use(async (instance) => {
        // Forgets the calls of a request that failed.
        options.takeCalls(instance.session);
        return { json: await instance.invoke(event), calls: options.takeCalls(instance.session) };
      }),
    warm: () => use((instance) => instance.ready).catch(() => {}),
    /** Takes a new file for the function. Running requests finish with the old file. */
    replace: (fresh: string) => {
      if (contentOf(dirname(fresh)) === contentOf(dirname(file))) return;
      file = fresh;
      for (const instance of idle.splice(0)) instance.stop();
    },
    /** Stops all instances. Requests that wait for an instance are dropped. */
    close: async () => {
      waiting.length = 0;
      await Promise.all([...busy, ...idle].map((instance) => instance.stop()));
    },
  };
};
