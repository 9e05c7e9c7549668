import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Route } from '../../../functions/kit/http/route';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { processEnvironmentOf } from '../../../lib/local/serve';
import { readTemplate } from '../../../lib/local/template/template';
import { routeOf } from '../../support/every-resource';
import { eventOf } from '../../support/unit/event';
import type { CheckRun, Finding } from '../check';
import { errorOf } from '../explore/calls';
import { type HeldCall, loadInstance } from '../explore/instance';
import { startTable } from '../explore/table';
import { fuzzedEvent, knownIds, requestOf } from '../fuzz/requests';
import { randomOf } from '../random';

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
  /** The CPU time of a request after all others, divided by the time of a request after the warm-up. */
  readonly maxSlowdown?: number;
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Checks that an instance of a deployed function does not leak or slow down. One of ten calls to DynamoDB fails. */
export const checkSoak = async ({ seed, assembly }: CheckRun, size: SoakSize): Promise<Finding> => {
  const { requests, warmUp, functions = routes, bundles = join(assembly, 'bundles') } = size;
  const { maxBytes = 16, maxSlowdown = 1.5 } = size;
  const { tables, functions: lambdas } = readTemplate(assembly);
  const { endpoint, send, close } = await startTable(tables);
  const random = randomOf(seed);
  const onCall = async (call: HeldCall) => {
    const isRefused = random.chance(0.05);
    const refusal: [number, string] = [500, errorOf('InternalServerError')];
    const reply = isRefused ? refusal : await send(call.operation, call.body);
    if (random.chance(0.05)) call.loseReply();
    else call.reply(...reply);
  };
  const load = (name: string, folder = join(assembly, 'bundles')) => {
    const lambda = lambdas.find((one) => one.name === name);
    const environment = { ...(lambda && processEnvironmentOf(lambda, endpoint)) };
    return loadInstance(join(folder, name, `${name}.cjs`), { environment, onCall });
  };
  const context = { getRemainingTimeInMillis: () => 10_000 };
  // Optimized code comes and goes, 0.2 MB at a time.
  setFlagsFromString('--no-opt');
  const failures: string[] = [];
  let [worst, slowest] = [0, 0];
  for (const resource of resources) {
    const handler = load(routeOf(resource, 'replace')[0]);
    for (const { id, ...body } of resource.examples.stored)
      await handler(eventOf(`PUT ${resource.path}/${id}`, { headers: { 'if-none-match': '*' }, body }), context);
  }
  for (const [name, route] of Object.entries(functions)) {
    const handler = load(name, bundles);
    /** Serves some requests, and returns the CPU time of each. */
    const serve = async (count: number) => {
      const used = process.cpuUsage();
      for (let i = 0; i < count; i++) await handler(fuzzedEvent(requestOf(random, knownIds, route)), context);
      const { user, system } = process.cpuUsage(used);
      return (user + system) / 1000 / count;
    };
    /** Returns the smallest of some sizes of the heap, because V8's caches have 0.3 MB more now and then. */
    const measure = async () => {
      const sizes: number[] = [];
      for (let tries = 0; tries < 10; tries++) {
        await serve(10);
        collectGarbage();
        sizes.push(process.memoryUsage().heapUsed);
      }
      return { heapUsed: Math.min(...sizes), held: process.getActiveResourcesInfo().length };
    };
    await serve(warmUp);
    const youngMs = await serve(requests / 10);
    await serve(requests * 0.4);
    // V8 still makes code and caches in the first half, up to 1 MB once. A leak goes on in the second half.
    const before = await measure();
    await serve(requests * 0.4);
    const oldMs = await serve(requests / 10);
    const after = await measure();
    const bytes = (after.heapUsed - before.heapUsed) / (requests / 2);
    worst = Math.max(worst, bytes);
    slowest = Math.max(slowest, oldMs / youngMs);
    if (bytes > maxBytes) failures.push(`${name} keeps ${bytes.toFixed(1)} bytes of each request`);
    // The process has some timers of its own.
    if (after.held > before.held + 10) failures.push(`${name} holds ${after.held} resources, ${before.held} before`);
    if (oldMs > maxSlowdown * youngMs)
      failures.push(`${name} takes ${oldMs.toFixed(2)} ms instead of ${youngMs.toFixed(2)}`);
  }
  setFlagsFromString('--opt');
  await close();
  const measured = `${requests} requests, ${worst.toFixed(1)} bytes kept of each, ${slowest.toFixed(2)} times the CPU time at the end`;
  return { measured, failures };
};
