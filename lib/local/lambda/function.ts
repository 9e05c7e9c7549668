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

/** Runs a function: all its requests in one instance, which is replaced when it dies or its code changes. */
export const runFunction = (lambda: LocalFunction, options: InstanceOptions) => {
  let { file } = lambda;
  let instance: ReturnType<typeof startInstance> | undefined;
  const current = () => {
    if (!instance?.isAlive()) instance = startInstance({ ...lambda, file }, options);
    return instance;
  };
  return {
    invoke: (event: string) => current().invoke(event),
    warm: () => current().ready.catch(() => {}),
    /** Takes a new file for the function. Running requests finish with the old file. */
    replace: (fresh: string) => {
      if (contentOf(dirname(fresh)) === contentOf(dirname(file))) return;
      file = fresh;
      instance?.retire();
      instance = undefined;
    },
    close: async () => instance?.stop(),
  };
};
