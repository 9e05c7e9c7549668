import type { Plugin } from 'esbuild';

/** Longest time that a timer of Node takes: 24 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

const timeouts = `export const CONNECT_TIMEOUT_MS = ${MAX_TIMER_MS}, ATTEMPT_TIMEOUT_MS = ${MAX_TIMER_MS};`;

/** Raises the timeouts of DynamoDB, which would end during a pause. Leaves out the warm-up, in which it would pause, too. */
export const forDebugger: Plugin = {
  name: 'for-debugger',
  setup: ({ onLoad }) => {
    const replace = (filter: RegExp, contents: string) => onLoad({ filter }, () => ({ contents }));
    replace(/[\\/]dynamodb[\\/]timeouts\.ts$/, timeouts);
    replace(/[\\/]lambda[\\/](prime|warm-up)\.ts$/, 'export const prime = () => {}, connect = prime, warmUp = prime;');
  },
};
