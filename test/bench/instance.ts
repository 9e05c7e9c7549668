import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { median } from '../support/docs/median';

/*
 * One instance of a function, started as the runtime of Lambda does: a new process that loads the handler's file and
 * calls the handler. The process loads no other module, so that a module such as `node:https` counts for the handler.
 */

const WARM_UP = 300;
const BATCHES = 7;
const BATCH_SIZE = 100;

/** The CPU times of an instance, and its peak memory after the first call. */
export type InstanceFigures = {
  readonly initMs: number;
  readonly firstMs: number;
  readonly requestMs: number;
  readonly peakKb: number;
};

const [file = '', name = '', eventFile = ''] = process.argv.slice(2);
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
  const peakKb = process.resourceUsage().maxRSS;
  await msOf(handler, freshEvents(WARM_UP));
  const perRequest: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) perRequest.push(await msOf(handler, freshEvents(BATCH_SIZE)));
  return { firstMs, peakKb, requestMs: median(perRequest) };
};

const require = createRequire(file);
const beforeInit = process.cpuUsage();
const module: Record<string, BenchHandler> = file.endsWith('.mjs') ? await import(file) : require(file);
const initMs = cpuMs(beforeInit);
const handler = module.handler ?? module[name];
if (!handler) throw new Error(`The file ${file} has no handler "${name}"`);
writeSync(3, JSON.stringify({ initMs, ...(await measureCalls(handler)) } satisfies InstanceFigures));
// Exits explicitly, because kept connections keep the process alive.
process.exit();
