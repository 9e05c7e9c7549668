import type { LocalFunction } from '../template/template';
import { type InstanceOptions, startInstance } from './worker';

export type FunctionRunner = ReturnType<typeof runFunction>;

const MAX_INSTANCES = 4;

type Instance = ReturnType<typeof startInstance>;

/**
 * Runs a function as Lambda does: an instance serves one request at a time, and another instance starts when all are
 * busy. Requests wait while four are busy.
 */
export const runFunction = (lambda: LocalFunction, options: InstanceOptions) => {
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
    invoke: (event: string) => use((instance) => instance.invoke(event)),
    warm: () => use((instance) => instance.ready),
    /** Takes a new file for the function. Running requests finish with the old file. */
    replace: (fresh: string) => {
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
