import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Route } from '../../../functions/kit/http/route';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { routeOf } from '../../support/every-resource';
import { median } from '../../support/results';
import { eventOf, respondTo } from '../../support/unit/event';
import type { CheckRun, Finding } from '../check';
import { errorOf } from '../explore/calls';
import { type HeldCall, loadInstance } from '../explore/instance';
import { startTable } from '../explore/table';
import { requestOf } from '../fuzz/requests';
import { type Random, randomOf } from '../random';

type SoakSize = {
  readonly requests: number;
  /** Requests before the first measurement. V8 compiles the functions meanwhile. */
  readonly warmUp: number;
  /** Names of the functions and their routes. By default all functions. */
  readonly functions?: Readonly<Record<string, Route>>;
  /** The folder of the bundles. By default the bundles of the assembly. */
  readonly bundles?: string;
  /** Bytes by which the heap may grow for each request. An object that is kept in an array has 20 or more. */
  readonly maxBytes?: number;
  /** The CPU time of a request to the old instance, divided by the time of the same request to a young one. */
  readonly maxSlowdown?: number;
};

const ROUNDS = 10;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const heapSize = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Checks that an instance of a deployed function does not leak or slow down. One of ten calls to DynamoDB fails. */
export const checkSoak = async ({ seed }: CheckRun, size: SoakSize): Promise<Finding> => {
  const { requests, warmUp, functions = routes, bundles, maxBytes = 16, maxSlowdown = 1.5 } = size;
  const { send, close, ...deployment } = await startTable();
  const faults = randomOf(seed);
  const onCall = async (call: HeldCall) => {
    const isRefused = faults.chance(0.05);
    const refusal: [number, string] = [500, errorOf('InternalServerError')];
    const reply = isRefused ? refusal : await send(call.operation, call.body);
    if (faults.chance(0.05)) call.loseReply();
    else call.reply(...reply);
  };
  // Optimized code comes and goes, 0.2 MB at a time.
  setFlagsFromString('--no-opt');
  const failures: string[] = [];
  let [worst, slowest] = [0, 0];
  for (const resource of resources) {
    const handler = loadInstance(deployment, routeOf(resource, 'replace')[0], { onCall });
    for (const { id, ...body } of resource.examples.stored)
      await respondTo(handler, eventOf(`PUT ${resource.path}/${id}`, { headers: { 'if-none-match': '*' }, body }));
  }
  for (const [name, route] of Object.entries(functions)) {
    const start = () => loadInstance({ ...deployment, bundles }, name, { onCall });
    const [old, young] = [start(), start()];
    /** Serves some requests, and returns the CPU time of each. */
    const serve = async (handler: typeof old, count: number, random: Random) => {
      const used = process.cpuUsage();
      for (let i = 0; i < count; i++) await respondTo(handler, requestOf(random, [name, route]).event);
      const { user, system } = process.cpuUsage(used);
      return (user + system) / 1000 / count;
    };
    const random = randomOf(seed);
    await serve(old, warmUp, random);
    const held = process.getActiveResourcesInfo().length;
    const growths: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = heapSize();
      await serve(old, requests / ROUNDS, random);
      growths.push(heapSize() - before);
    }
    // A leak grows in each round. V8's caches grow by up to 0.3 MB in some rounds, and shrink by more in others.
    const [, , growth = 0] = growths.sort((one, other) => one - other);
    const bytes = growth / (requests / ROUNDS);
    const newlyHeld = process.getActiveResourcesInfo().length - held;
    await serve(young, warmUp, randomOf(seed));
    const slowdowns: number[] = [];
    // Another program slows down both instances, because they take turns.
    for (let round = 0; round < ROUNDS; round++) {
      const youngMs = await serve(young, requests / ROUNDS / ROUNDS, randomOf(round));
      slowdowns.push((await serve(old, requests / ROUNDS / ROUNDS, randomOf(round))) / youngMs);
    }
    const slowdown = median(slowdowns);
    worst = Math.max(worst, bytes);
    slowest = Math.max(slowest, slowdown);
    if (bytes > maxBytes) failures.push(`${name} keeps ${bytes.toFixed(1)} bytes of each request`);
    // The process has some timers of its own.
    if (newlyHeld > 10) failures.push(`${name} holds ${newlyHeld} resources more than before`);
    if (slowdown > maxSlowdown) failures.push(`${name} takes ${slowdown.toFixed(2)} times the CPU time of a young one`);
  }
  setFlagsFromString('--opt');
  await close();
  const measured = `${requests} requests, ${worst.toFixed(1)} bytes kept of each, ${slowest.toFixed(2)} times the CPU time at the end`;
  return { measured, failures };
};
