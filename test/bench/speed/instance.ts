import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

/*
 * One function instance, as Lambda's runtime starts it: a fresh process that loads the file of a handler and calls it.
 * It loads nothing else, so that whatever a handler needs of Node (`node:https`, say) is the handler's own cost.
 */

export type Taken = {
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

/** What the processor did since, for all threads of this process. */
const cpuMs = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Linux counts in `maxRSS` the process that this one was forked from, as large as it was. */
const peakBytes = () => {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
};

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body?: string }>;

const msOf = async (handler: Handler, events: readonly unknown[]) => {
  const before = process.cpuUsage();
  for (const event of events) {
    const { statusCode, body } = await handler(event, context);
    if (!(statusCode >= 200 && statusCode < 300)) throw new Error(`${file} answers ${statusCode}: ${body}`);
  }
  return cpuMs(before) / events.length;
};

const call = async (handler: Handler) => {
  const firstMs = await msOf(handler, freshEvents(1));
  const peak = peakBytes();
  await msOf(handler, freshEvents(Number(warmUp)));
  const perRequest: number[] = [];
  for (let batch = 0; batch < Number(batches); batch++) perRequest.push(await msOf(handler, freshEvents(Number(size))));
  return { firstMs, peakBytes: peak, requestMs: perRequest.sort((a, b) => a - b)[perRequest.length >> 1] ?? 0 };
};

const require = createRequire(file);
const beforeInit = process.cpuUsage();
const { handler }: { handler: Handler } = file.endsWith('.mjs') ? await import(file) : require(file);
const initMs = cpuMs(beforeInit);
writeSync(3, JSON.stringify({ initMs, ...(await call(handler)) } satisfies Taken));
// Connections that are kept alive would keep the process, too.
process.exit();
