import { readdirSync } from 'node:fs';
import { get } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../../../functions/http/row';
import * as routes from '../../../functions/routes';
import { respondTo } from '../../support/event';
import { startRequests } from './requests';

/*
 * One instance of a function, as Lambda's runtime starts it, which serves as many requests as it is told, one after the
 * other.
 */

/** What an instance holds between two requests. */
export type Held = {
  readonly heapBytes: number;
  readonly descriptors: number;
  /** How many resources of each kind keep the event loop alive, timers among them. */
  readonly resources: string;
  readonly listeners: number;
};

/** The CPU time of the process for each request. */
export type Served = { readonly cpuMs: readonly number[] };

/** Everything since the start. */
export type Counts = { readonly statuses: Record<string, number>; readonly complaints: readonly string[] };

export type Told = { readonly serve: number } | 'measure' | 'count';

const GC_ROUNDS = 5;
const TICK_MS = 50;
const MAX_COMPLAINTS = 10;

const [file = '', name = ''] = process.argv.slice(2);
const rows: Record<string, Row> = routes;
const row = rows[name];
if (!row) throw new Error(`The route table has no row ${name}`);

const statuses: Record<string, number> = {};
const complaints: string[] = [];
const complain = (text: string) => complaints.length < MAX_COMPLAINTS && complaints.push(text);
process.on('unhandledRejection', (reason) => complain(`unhandled rejection: ${reason}`));
// Node warns of listeners that add up on one emitter.
process.on('warning', (warning) => warning.name.startsWith('MaxListeners') && complain(String(warning)));

const descriptors = () => {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return readdirSync('/dev/fd').length;
  }
};

/** Node opens the standard streams when they are first read, so that happens before the first measurement. */
const emitters: readonly NodeJS.EventEmitter[] = [process, process.stdout, process.stderr];
const listenersOf = (emitter: NodeJS.EventEmitter) =>
  emitter.eventNames().reduce((sum, event) => sum + emitter.listenerCount(event), 0);

const resources = () => {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo().sort()) counts[kind] = (counts[kind] ?? 0) + 1;
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
};

/** Tells something to the stand-in for DynamoDB over a connection of its own. */
const tell = (path: string) =>
  new Promise((resolve, reject) => {
    const request = get(`${process.env.AWS_ENDPOINT_URL_DYNAMODB}${path}`, { agent: false }, (response) =>
      response.resume().on('end', resolve),
    );
    request.on('error', reject);
  });

const measure = async (): Promise<Held> => {
  // A fault in the last request decides how many connections are kept, so all are closed.
  await tell('/close');
  for (let round = 0; round < GC_ROUNDS; round++) {
    await pause(TICK_MS);
    globalThis.gc?.();
  }
  return {
    heapBytes: process.memoryUsage().heapUsed,
    descriptors: descriptors(),
    resources: resources(),
    listeners: emitters.reduce((sum, each) => sum + listenersOf(each), 0),
  };
};

const { handler } = await import(file);
const requestOf = startRequests(row);
let served = 0;

const serve = async (count: number): Promise<Served> => {
  // Each group begins at the same reply.
  await tell('/');
  const events = Array.from({ length: count }, (_, i) => requestOf(served + i));
  served += count;
  const cpuMs: number[] = [];
  for (const event of events) {
    const before = process.cpuUsage();
    const { statusCode = 0 } = await respondTo(handler, event);
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1000);
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    if (statusCode === 500) complain(`500 for ${JSON.stringify(event).slice(0, 500)}`);
  }
  return { cpuMs };
};

const answer = (told: Told): Promise<Served | Held> | Counts => {
  if (told === 'count') return { statuses, complaints };
  return told === 'measure' ? measure() : serve(told.serve);
};

process.on('message', async (told: Told) => process.send?.(await answer(told)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
