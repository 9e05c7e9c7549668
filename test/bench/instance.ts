import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { median } from '../support/results';

/*
 * One instance of a function, started as the runtime of Lambda does: a new process that loads the handler's file and
 * calls the handler. The process loads no other module, so that a module such as `node:https` counts for the handler.
 */

const WARM_UP = 300;
const BATCHES = 7;
const BATCH_SIZE = 100;

type BenchHandler = (event: unknown, context: object) => Promise<{ statusCode: number; body?: string }>;

const [file = '', verb = '', eventFile = '', statusClass = '2'] = process.argv.slice(2);
const eventText = readFileSync(eventFile, 'utf8');
const context = { getRemainingTimeInMillis: () => 10_000 };

/** Measures the CPU time of all threads of this process since an earlier measurement. */
const cpuMs = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Measures the CPU time of a call. Every call gets an event of its own. */
const callMs = async (handler: BenchHandler, calls: number) => {
  const events = Array.from({ length: calls }, (): unknown => JSON.parse(eventText));
  const before = process.cpuUsage();
  for (const event of events) {
    const { statusCode, body } = await handler(event, context);
    if (!String(statusCode).startsWith(statusClass))
      throw new Error(`The handler in ${file} answers ${statusCode} instead of ${statusClass}xx: ${body}`);
  }
  return cpuMs(before) / calls;
};

const require = createRequire(file);
const beforeInit = process.cpuUsage();
const module: Record<string, BenchHandler> = file.endsWith('.mjs') ? await import(file) : require(file);
const initMs = cpuMs(beforeInit);
const handler = module.handler ?? module[verb];
if (!handler) throw new Error(`The file ${file} has no handler "${verb}"`);
const firstMs = await callMs(handler, 1);
const peakMb = process.resourceUsage().maxRSS / 1024;
await callMs(handler, WARM_UP);
const batches: number[] = [];
for (let batch = 0; batch < BATCHES; batch++) batches.push(await callMs(handler, BATCH_SIZE));
writeSync(3, JSON.stringify([initMs, firstMs, initMs + firstMs, median(batches), peakMb]));
// Exits explicitly, because kept connections keep the process alive.
process.exit();
