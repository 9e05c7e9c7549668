import { readdirSync } from 'node:fs';
import { get } from 'node:https';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { getHeapSnapshot } from 'node:v8';
import type { Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { respondTo } from '../../support/event';
import { createRequests } from './requests';

/*
 * One instance of a function, started as the runtime of Lambda does. It serves requests one after the other, and gets
 * its commands from the parent process.
 */

/** The resources that an instance holds between two requests. */
export type InstanceState = {
  /** The size of all objects of the program. */
  readonly heapBytes: number;
  readonly descriptors: number;
  /** The number of resources, such as timers and sockets, that keep the event loop alive, by kind. */
  readonly resources: string;
  readonly listeners: number;
};

/** The CPU time of the process for each request of a group. */
export type ServedGroup = { readonly cpuMs: readonly number[] };

/** The responses by status, and the errors, since the start of the instance. */
export type InstanceCounts = { readonly statuses: Record<string, number>; readonly errors: readonly string[] };

export type InstanceCommand = { readonly serve: number } | 'measure' | 'count';

const GC_ROUNDS = 5;
const TICK_MS = 50;
/** Kinds of memory that hold what V8 compiles and its notes on this code. V8 compiles hot functions at any time. */
const COMPILED = ['code', 'hidden'];
const MAX_ERRORS = 10;

const [file = '', name = ''] = process.argv.slice(2);
const rows: Record<string, Route> = routes;
const route = rows[name];
if (!route) throw new Error(`The route table has no route ${name}`);

const statuses: Record<string, number> = {};
const errors: string[] = [];
const reportError = (text: string) => errors.length < MAX_ERRORS && errors.push(text);
process.on('unhandledRejection', (reason) => reportError(`unhandled rejection: ${reason}`));
// Node warns when one emitter has more than ten listeners of an event.
process.on('warning', (warning) => warning.name.startsWith('MaxListeners') && reportError(String(warning)));

/** Opens the standard streams before the first measurement, because Node opens them when they are first used. */
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

/** Sends a GET to the stand-in for DynamoDB over a new connection. */
const signal = (path: string) =>
  new Promise((resolve, reject) => {
    const request = get(`${process.env.AWS_ENDPOINT_URL_DYNAMODB}${path}`, { agent: false }, (response) =>
      response.resume().on('end', resolve),
    );
    request.on('error', reject);
  });

type Snapshot = {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  /** The fields of all objects, one object after the other. */
  readonly nodes: readonly number[];
};

/** Sums the sizes of all objects. A snapshot of the heap collects the garbage first. */
const heapBytes = async () => {
  const { snapshot, nodes } = (await json(getHeapSnapshot())) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [kindAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + kindAt] ?? 0] ?? '';
    if (!COMPILED.includes(kind)) bytes += nodes[at + sizeAt] ?? 0;
  }
  return bytes;
};

const measure = async (): Promise<InstanceState> => {
  // Closes the idle connections, because their number depends on a fault in the last request.
  await signal('/close');
  for (let round = 0; round < GC_ROUNDS; round++) {
    await pause(TICK_MS);
    globalThis.gc?.();
  }
  return {
    heapBytes: await heapBytes(),
    descriptors: readdirSync('/dev/fd').length,
    resources: resources(),
    listeners: emitters.reduce((sum, each) => sum + listenersOf(each), 0),
  };
};

const { handler } = await import(file);
const requestOf = createRequests(route);
let served = 0;

const serve = async (count: number): Promise<ServedGroup> => {
  // Starts each group at the same reply.
  await signal('/');
  const events = Array.from({ length: count }, (_, i) => requestOf(served + i));
  served += count;
  const cpuMs: number[] = [];
  for (const event of events) {
    const before = process.cpuUsage();
    const { statusCode = 0 } = await respondTo(handler, event);
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1000);
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    if (statusCode === 500) reportError(`500 for ${JSON.stringify(event).slice(0, 500)}`);
  }
  return { cpuMs };
};

const execute = (command: InstanceCommand): Promise<ServedGroup | InstanceState> | InstanceCounts => {
  if (command === 'count') return { statuses, errors };
  return command === 'measure' ? measure() : serve(command.serve);
};

process.on('message', async (command: InstanceCommand) => process.send?.(await execute(command)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
