import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { place } from '../../place';
import { root } from '../../root';
import type { LocalFunction } from '../template/template';

/** Data that an instance gets at its start. */
export type InstanceData = Pick<LocalFunction, 'id' | 'file' | 'exportName' | 'memoryMb'> & { readonly arn: string };
/** Message to an instance. */
export type InstanceInvocation = { readonly event: string; readonly requestId: string; readonly deadlineMs: number };
/** Message from an instance. */
export type InstanceMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'result'; readonly json: string }
  | { readonly type: 'failure'; readonly reason: string };

export type Thread = {
  readonly ready: Promise<void>;
  readonly invoke: (event: string) => Promise<string>;
  readonly isAlive: () => boolean;
  readonly stop: () => Promise<void>;
};
export type ThreadOptions = {
  readonly environment: Readonly<Record<string, string>>;
  readonly onLog: (line: string) => void;
};
type Deferred = { readonly resolve: (json: string) => void; readonly reject: (error: Error) => void };

/** Lambda's timeout for loading a function. */
const INIT_TIMEOUT_MS = 10_000;
// Registers the TypeScript hook in the script. A function would see the option `--require` in `process.execArgv`.
const code = `const { hook, runtime } = require('node:worker_threads').workerData;
require(hook);
require(runtime);`;
const files = { hook: join(root, 'lib', 'build', 'typescript.cjs'), runtime: join(__dirname, 'runtime.ts') };

/** Starts an instance of a function in a worker thread, without the environment variables of the developer. */
export const startThread = (lambda: LocalFunction, options: ThreadOptions): Thread => {
  const { environment, onLog } = options;
  const { id, file, exportName, memoryMb, timeoutMs } = lambda;
  const arn = `arn:aws:lambda:${place.region}:${place.account}:function:${id}`;
  const data: InstanceData = { id, file, exportName, memoryMb, arn };
  const worker = new Worker(code, {
    eval: true,
    workerData: { ...files, ...data },
    env: environment,
    execArgv: [],
    argv: [],
    stdout: true,
    stderr: true,
    // Limits the young generation. Without this, it grows to 48 MB in each of about thirty instances: 1,050 MB in all
    // instead of 760 MB.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
  });
  /** Text printed after the last line break. */
  const partialLines = { stdout: '', stderr: '' };

  let alive = true;
  let starting: Deferred | undefined;
  let running: Deferred | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    starting = { resolve: () => resolve(), reject };
  });
  ready.catch(() => {});

  const fail = (reason: string): void => {
    const error = new Error(`${lambda.name}: ${reason}`);
    if (alive && (starting || running))
      onLog(JSON.stringify({ level: 'ERROR', error: { name: 'InstanceFailed', message: error.message } }));
    alive = false;
    starting?.reject(error);
    running?.reject(error);
    starting = undefined;
    running = undefined;
    worker.terminate();
  };

  const initTimer = setTimeout(() => fail(`did not load within ${INIT_TIMEOUT_MS} ms`), INIT_TIMEOUT_MS);
  worker.on('message', (message: InstanceMessage) => {
    if (message.type === 'ready') {
      clearTimeout(initTimer);
      starting?.resolve('');
      starting = undefined;
      return;
    }
    if (message.type === 'printed') {
      const lines = `${partialLines[message.stream]}${message.text}`.split('\n');
      partialLines[message.stream] = lines.pop() ?? '';
      for (const line of lines) onLog(line);
      return;
    }
    const invocation = running;
    running = undefined;
    if (message.type === 'result') invocation?.resolve(message.json);
    else invocation?.reject(new Error(message.reason));
  });
  worker.on('error', (error) => fail(error.message));
  worker.on('exit', (code) => {
    clearTimeout(initTimer);
    for (const line of Object.values(partialLines)) if (line) onLog(line);
    fail(`exited with code ${code}`);
  });

  return {
    ready,
    isAlive: () => alive,
    stop: async () => {
      alive = false;
      clearTimeout(initTimer);
      await worker.terminate();
    },
    invoke: async (event) => {
      await ready;
      if (!alive) throw new Error(`${lambda.name}: stopped`);
      const timer = setTimeout(() => fail(`timed out after ${timeoutMs} ms`), timeoutMs);
      return new Promise<string>((resolve, reject) => {
        running = { resolve, reject };
        worker.postMessage({
          event,
          requestId: randomUUID(),
          deadlineMs: Date.now() + timeoutMs,
        } satisfies InstanceInvocation);
      }).finally(() => clearTimeout(timer));
    },
  };
};
