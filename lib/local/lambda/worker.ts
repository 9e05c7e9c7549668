import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { localAccount } from '../../local-account';
import { root } from '../../root';
import type { LocalFunction } from '../template/template';

/** Data that an instance gets at its start. */
export type InstanceData = Pick<LocalFunction, 'id' | 'file' | 'exportName' | 'memoryMb'> & { readonly arn: string };
/** Message to an instance. */
export type InstanceInvocation = { readonly event: string; readonly requestId: string; readonly deadlineMs: number };
/** Message from an instance. The first result says that the instance has loaded the function. */
export type InstanceMessage =
  | { readonly type: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'result'; readonly json: string }
  | { readonly type: 'failure'; readonly reason: string };

export type InstanceOptions = {
  readonly environment: Readonly<Record<string, string>>;
  readonly onLog: (line: string) => void;
};
type Deferred = { readonly resolve: (json: string) => void; readonly reject: (error: Error) => void };

/** Lambda's timeout for loading a function. Lambda loads it once more within the timeout of the function. */
const INIT_TIMEOUT_MS = 10_000;
// Registers the TypeScript hook in the script. A function would see the option `--require` in `process.execArgv`.
const code = `const { hook, runtime } = require('node:worker_threads').workerData;
require(hook);
require(runtime);`;
const files = { hook: join(root, 'lib', 'build', 'typescript.cjs'), runtime: join(__dirname, 'runtime.ts') };

/** Starts an instance of a function in a worker thread, without the environment variables of the developer. */
export const startInstance = (lambda: LocalFunction, { environment, onLog }: InstanceOptions) => {
  const { id, file, exportName, memoryMb, timeoutMs } = lambda;
  const arn = `arn:aws:lambda:${localAccount.region}:${localAccount.account}:function:${id}`;
  // Tells the calls of DynamoDB of this instance from those of others.
  const session = randomUUID();
  const data: InstanceData = { id, file, exportName, memoryMb, arn };
  const worker = new Worker(code, {
    eval: true,
    name: lambda.name,
    workerData: { ...files, ...data },
    env: { ...environment, AWS_SESSION_TOKEN: session },
    execArgv: [],
    argv: [],
    stdout: true,
    stderr: true,
    // Limits the young generation. Without this, it grows to 48 MB in each instance.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
  });
  /** Text printed after the last line break. */
  const partialLines = { stdout: '', stderr: '' };
  let current: Deferred | undefined;
  let isAlive = true;

  const stop = () => {
    isAlive = false;
    return worker.terminate();
  };
  const fail = (reason: string) => {
    const error = new Error(`${lambda.name}: ${reason}`);
    if (isAlive && current)
      onLog(JSON.stringify({ level: 'ERROR', error: { name: 'InstanceFailed', message: error.message } }));
    current?.reject(error);
    return stop();
  };

  /** Waits for the next result of the instance. The instance fails with the reason when it sends none in time. */
  const nextResult = (timeoutMs: number, reason: string) => {
    const timer = setTimeout(() => fail(reason), timeoutMs);
    return new Promise<string>((resolve, reject) => {
      current = { resolve, reject };
    }).finally(() => clearTimeout(timer));
  };

  worker.on('message', (message: InstanceMessage) => {
    if (message.type === 'printed') {
      const lines = `${partialLines[message.stream]}${message.text}`.split('\n');
      partialLines[message.stream] = lines.pop() ?? '';
      return lines.forEach(onLog);
    }
    if (message.type === 'result') current?.resolve(message.json);
    else current?.reject(new Error(message.reason));
    current = undefined;
  });
  worker.on('error', (error) => fail(error.message));
  worker.on('exit', (exitCode) => {
    for (const line of Object.values(partialLines)) if (line) onLog(line);
    fail(`exited with code ${exitCode}`);
  });

  const ready = nextResult(Math.max(INIT_TIMEOUT_MS, timeoutMs), 'did not load before its timeout');
  ready.catch(() => {});
  return {
    ready,
    session,
    isAlive: () => isAlive,
    stop,
    invoke: async (event: string) => {
      await ready;
      const invocation: InstanceInvocation = { event, requestId: randomUUID(), deadlineMs: Date.now() + timeoutMs };
      worker.postMessage(invocation);
      return nextResult(timeoutMs, `timed out after ${timeoutMs} ms`);
    },
  };
};
