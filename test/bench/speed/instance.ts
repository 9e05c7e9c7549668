import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

/*
 * One instance of a function, started as the runtime of Lambda does: a new process that loads the handler's file and
 * calls the handler. The process loads no other module, so that a module such as `node:https` counts for the handler.
 */

/** The CPU times and the memory of an instance. */
export type InstanceFigures = {
  readonly initMs: number;
  readonly firstMs: number;
  readonly requestMs: number;
  readonly peakBytes: number;
};

const [file = '', eventFile = '', warmUp, batches, size] = process.argv.slice(2);
const eventText = readFileSync(eventFile, 'utf8');
const freshEvents = (count: number) => Array.from({ length: count }, (): unknown => JSON.parse(eventText));

const context = {
  functionName: 'bench',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:bench',
  memoryLimitInMB: '512',
  awsRequestId: '01890000-0000-4000-8000-000000000000',
  logGroupName: '/aws/lambda/bench',
  logStreamName: '2026/11/21/[$LATEST]0',
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => 10_000,
};

/** Measures the CPU time of all threads of this process since an earlier measurement. */
const cpuMs = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Reads the peak memory from /proc, because `maxRSS` on Linux includes the memory of the parent at the fork. */
const peakBytes = () => {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
};

type BenchHandler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body?: string }>;

const msOf = async (handler: BenchHandler, events: readonly unknown[]) => {
  const before = process.cpuUsage();
  for (const event of events) {
    const { statusCode, body } = await handler(event, context);
    if (!(statusCode >= 200 && statusCode < 300))
      throw new Error(`The handler in ${file} answers ${statusCode} instead of 2xx: ${body}`);
  }
  return cpuMs(before) / events.length;
};

const measureCalls = async (handler: BenchHandler) => {
  const firstMs = await msOf(handler, freshEvents(1));
  const peak = peakBytes();
  await msOf(handler, freshEvents(Number(warmUp)));
  const perRequest: number[] = [];
  for (let batch = 0; batch < Number(batches); batch++) perRequest.push(await msOf(handler, freshEvents(Number(size))));
  return { firstMs, peakBytes: peak, requestMs: perRequest.sort((a, b) => a - b)[perRequest.length >> 1] ?? 0 };
};

const require = createRequire(file);
const beforeInit = process.cpuUsage();
const { handler }: { handler: BenchHandler } = file.endsWith('.mjs') ? await import(file) : require(file);
const initMs = cpuMs(beforeInit);
writeSync(3, JSON.stringify({ initMs, ...(await measureCalls(handler)) } satisfies InstanceFigures));
// Exits explicitly, because kept connections keep the process alive.
process.exit();
