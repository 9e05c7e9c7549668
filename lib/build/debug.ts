import type { Plugin } from 'esbuild';

/** Longest time that a timer of Node takes: 24 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

const timeouts = `export const CONNECT_TIMEOUT_MS = ${MAX_TIMER_MS}, ATTEMPT_TIMEOUT_MS = ${MAX_TIMER_MS};`;

/**
 * Plugin of esbuild. Raises the timeouts of calls to DynamoDB, which would end during a pause at a breakpoint. Leaves out
 * the warm-up of a function, because a debugger would pause in its fake request.
 */
export const forDebugger: Plugin = {
  name: 'for-debugger',
  setup: ({ onLoad }) => {
    const replace = (filter: RegExp, contents: string) => onLoad({ filter }, () => ({ contents }));
    replace(/[\\/]dynamodb[\\/]timeouts\.ts$/, timeouts);
    replace(/[\\/]lambda[\\/](prime|warm-up)\.ts$/, 'export const prime = () => {}, warmUp = prime;');
  },
};
