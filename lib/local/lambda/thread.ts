import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { place } from '../../place';
import { root } from '../../root';
import type { LocalFunction } from '../template/template';

export type InstanceData = Pick<LocalFunction, 'id' | 'file' | 'exportName' | 'memoryMb'> & { arn: string };
export type Invocation = { event: string; requestId: string; deadlineMs: number };
export type InstanceMessage =
  | { type: 'ready' }
  | { type: 'printed'; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'result'; json: string }
  | { type: 'failure'; reason: string };

export type Thread = {
  ready: Promise<void>;
  invoke(event: string): Promise<string>;
  isAlive(): boolean;
  stop(): Promise<void>;
};
/** What all threads of a function have in common. */
export type ThreadOptions = {
  environment: Record<string, string>;
  onLog(line: string): void;
};
type Waiting = { resolve(json: string): void; reject(error: Error): void };

// Lambda's own limit for loading a function.
const initLimitMs = 10_000;
// Without an `execArgv`, which a function would see.
const code = `const { hook, instance } = require('node:worker_threads').workerData;
require(hook);
require(instance);`;
const files = { hook: join(root, 'lib', 'build', 'typescript.cjs'), instance: join(__dirname, 'instance.ts') };

/** One function instance in a worker thread, with nothing of the developer's environment. */
export function startThread(lambda: LocalFunction, options: ThreadOptions): Thread {
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
    // Left alone, the young generation of each of some thirty instances grows to 48 MB: 1,050 MB in all instead of 760.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
  });
  /** What was printed since the last end of a line. */
  const unfinished = { stdout: '', stderr: '' };

  let alive = true;
  let starting: Waiting | undefined;
  let running: Waiting | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    starting = { resolve: () => resolve(), reject };
  });
  ready.catch(() => {});

  function fail(reason: string): void {
    const error = new Error(`${lambda.name}: ${reason}`);
    if (alive && (starting || running))
      onLog(JSON.stringify({ level: 'ERROR', error: { name: 'InstanceFailed', message: error.message } }));
    alive = false;
    starting?.reject(error);
    running?.reject(error);
    starting = undefined;
    running = undefined;
    worker.terminate();
  }

  const initTimer = setTimeout(() => fail(`did not load within ${initLimitMs} ms`), initLimitMs);
  worker.on('message', (message: InstanceMessage) => {
    if (message.type === 'ready') {
      clearTimeout(initTimer);
      starting?.resolve('');
      starting = undefined;
      return;
    }
    if (message.type === 'printed') {
      const lines = `${unfinished[message.stream]}${message.text}`.split('\n');
      unfinished[message.stream] = lines.pop() ?? '';
      for (const line of lines) onLog(line);
      return;
    }
    const waiting = running;
    running = undefined;
    if (message.type === 'result') waiting?.resolve(message.json);
    else waiting?.reject(new Error(message.reason));
  });
  worker.on('error', (error) => fail(error.message));
  worker.on('exit', (code) => {
    clearTimeout(initTimer);
    for (const line of Object.values(unfinished)) if (line) onLog(line);
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
        worker.postMessage({ event, requestId: randomUUID(), deadlineMs: Date.now() + timeoutMs } satisfies Invocation);
      }).finally(() => clearTimeout(timer));
    },
  };
}
