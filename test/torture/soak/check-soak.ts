import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as routes from '../../../functions/routes';
import { buildPrograms } from '../../bench/speed/processes';
import type { Finding, Run } from '../check';
import { type Size, type Soaked, soak } from './soak';
import type { Lambda } from './start';

/** Instances that serve at a time: while one pauses because of a fault, another has the CPU. */
const AT_ONCE = 8;

type SoakSize = Size & {
  readonly node: string;
  /** The share of the heap, of 1, by which the heap may grow. */
  readonly maxGrowth: number;
  /** The CPU of an old instance, in CPU of a young one. */
  readonly maxSlowdown: number;
  /** The functions; by default all of the assembly. */
  readonly functions?: readonly Lambda[];
};

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MB`;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const growthOf = ({ before, after }: Soaked) => after.heapBytes / before.heapBytes - 1;
const slowdownOf = ({ youngMs, oldMs }: Soaked) => oldMs / youngMs;

const worstBy = (all: readonly Soaked[], read: (soaked: Soaked) => number) =>
  all.reduce((worst, each) => (read(each) > read(worst) ? each : worst));

const leftBy = ({ name, before, after }: Soaked) =>
  (['descriptors', 'resources', 'listeners'] as const)
    .filter((what) => before[what] !== after[what])
    .map((what) => `${name}: ${what} were ${before[what]} and are ${after[what]}`);

const heapFinding = (all: readonly Soaked[], { requests, warmUp, maxGrowth }: SoakSize): Finding => {
  const describe = (each: Soaked) =>
    `${each.name}, ${megabytes(each.before.heapBytes)} after ${warmUp} requests, ${megabytes(each.after.heapBytes)} after ${requests}`;
  const worst = worstBy(all, growthOf);
  return {
    promise: 'a function that goes on serving keeps its heap',
    measured: `${percent(growthOf(worst))} more at most: ${describe(worst)}`,
    failures: all.filter((each) => !(growthOf(each) <= maxGrowth)).map(describe),
  };
};

const heldFinding = (all: readonly Soaked[]): Finding => {
  const most = worstBy(all, ({ after }) => after.descriptors);
  return {
    promise: 'it keeps its descriptors, timers and listeners',
    measured: `equal in ${all.filter((each) => leftBy(each).length === 0).length} of ${all.length} functions; at most ${most.after.descriptors} descriptors, ${most.name}`,
    failures: all.flatMap(leftBy),
  };
};

const cpuFinding = (all: readonly Soaked[], { compared, maxSlowdown }: SoakSize): Finding => {
  const describe = (each: Soaked) =>
    `${each.name}, ${each.oldMs.toFixed(3)} ms a request in the last ${compared}, ${each.youngMs.toFixed(3)} ms in the first after warm-up`;
  const worst = worstBy(all, slowdownOf);
  return {
    promise: 'it keeps its CPU time',
    measured: `${slowdownOf(worst).toFixed(2)} times at most: ${describe(worst)}`,
    failures: all.filter((each) => !(slowdownOf(each) <= maxSlowdown)).map(describe),
  };
};

const rejectionFinding = (all: readonly Soaked[]): Finding => {
  const count = (pattern: RegExp) =>
    all
      .flatMap(({ statuses }) => Object.entries(statuses))
      .filter(([status]) => pattern.test(status))
      .reduce((sum, [, times]) => sum + times, 0);
  return {
    promise: 'it leaves no rejection unhandled and answers no 500',
    measured: `${count(/^[23]/)} requests accepted, ${count(/^4/)} refused, ${count(/^503/)} unavailable`,
    failures: all.flatMap(({ name, complaints }) => complaints.map((complaint) => `${name}: ${complaint}`)),
  };
};

/** Promise: an instance of a deployed function that serves for days is as it was after its first requests. */
export const checkSoak = async ({ assembly, progress }: Run, size: SoakSize): Promise<Finding[]> => {
  const bundled = Object.keys(routes).map((name) => ({ name, file: join(assembly, 'bundles', name, `${name}.mjs`) }));
  const queue = [...(size.functions ?? bundled)];
  const count = queue.length;
  const all: Soaked[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  const underway = new Set<string>();
  const lane = async () => {
    for (let lambda = queue.shift(); lambda; lambda = queue.shift()) {
      underway.add(lambda.name);
      progress(`${all.length} of ${count} functions, serving ${[...underway].join(', ')}`);
      all.push(await soak(lambda, { folder, node: size.node }, size));
      underway.delete(lambda.name);
    }
  };
  try {
    await buildPrograms(
      folder,
      ['instance', 'dynamodb'].map((name) => join(__dirname, `${name}.ts`)),
    );
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return [heapFinding(all, size), heldFinding(all), cpuFinding(all, size), rejectionFinding(all)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
