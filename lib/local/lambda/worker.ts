import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { LocalFunction } from '../template/template';
import type { DatabaseCall } from './database-call';
import type { RuntimeMessage } from './runtime';

export type InstanceOptions = {
  readonly environment: Readonly<Record<string, string>>;
  /** Module that lets Node load TypeScript. */
  readonly hook: string;
  readonly onLog: (line: string) => void;
  readonly recordCalls: (session: string) => readonly DatabaseCall[];
};

/** Lambda's timeout for loading a function. Lambda loads it once more within the timeout of the function. */
const INIT_TIMEOUT_MS = 10_000;
// Registers the TypeScript hook in the script. A function would see the option `--require` in `process.execArgv`. The hook
// compiles `import()` to `require()`, so the script passes on Node's own.
const code = `const { hook, runtime } = require('node:worker_threads').workerData;
require(hook);
require(runtime).startRuntime((url) => import(url));`;

/** Starts an instance of a function in a worker thread, without the environment variables of the developer. */
export const startInstance = (lambda: LocalFunction, options: InstanceOptions) => {
  const { environment, hook, onLog, recordCalls } = options;
  const { name, memoryMb, timeoutMs } = lambda;
  // Tells the calls of DynamoDB of this instance from those of others.
  const session = randomUUID();
  const worker = new Worker(code, {
    eval: true,
    name,
    workerData: { hook, runtime: join(__dirname, 'runtime.ts'), lambda },
    env: { ...environment, AWS_SESSION_TOKEN: session },
    execArgv: [],
    argv: [],
    stdout: true,
    stderr: true,
    // Limits the young generation. Without this, it grows to 48 MB in each instance.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
  });
  for (const output of [worker.stdout, worker.stderr]) createInterface(output).on('line', onLog);
  const ended = new AbortController();

  const stop = (reason = 'stopped') => {
    // Keeps the first reason.
    ended.abort({ errorType: 'InstanceFailed', errorMessage: reason });
    return worker.terminate();
  };
  const fail = (reason: string) => {
    const error = { name: 'InstanceFailed', message: `${name}: ${reason}` };
    if (!ended.signal.aborted) onLog(JSON.stringify({ level: 'ERROR', error }));
    return stop(error.message);
  };
  worker.on('error', (error) => fail(error.message));
  worker.on('exit', (exitCode) => fail(`exited with code ${exitCode}`));

  /**
   * Waits for the next message of the instance. The instance fails with the reason when it sends none in time. Then the
   * message has the error.
   */
  const nextMessage = async (timeoutMs: number, reason: string): Promise<RuntimeMessage> => {
    const timer = setTimeout(() => fail(reason), timeoutMs);
    const failed = () => [{ error: ended.signal.reason }];
    const [message] = await once(worker, 'message', { signal: ended.signal }).catch(failed);
    clearTimeout(timer);
    return message;
  };

  // The first message says that the instance has loaded the function.
  const ready = nextMessage(Math.max(INIT_TIMEOUT_MS, timeoutMs), 'did not load before its timeout');
  return {
    ready,
    isAlive: () => !ended.signal.aborted,
    stop,
    /** Returns the result of the function as JSON, or its error, and the calls of DynamoDB that the function made. */
    invoke: async (event: string) => {
      const calls = recordCalls(session);
      await ready;
      worker.postMessage(event);
      return { ...(await nextMessage(timeoutMs, `timed out after ${timeoutMs} ms`)), calls };
    },
  };
};
