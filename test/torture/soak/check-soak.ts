import { join } from 'node:path';
import * as routes from '../../../functions/routes';
import { buildPrograms } from '../../bench/speed/processes';
import { temporaryFolder } from '../../support/folder';
import type { CheckRun, Finding } from '../check';
import { type SoakCounts, type SoakResult, soak } from './soak';
import type { Lambda } from './start';

/** The number of functions that run at once. While one waits because of a fault, another uses the CPU. */
const LANES = 8;

type SoakSize = SoakCounts & {
  readonly node: string;
  /** The share by which the heap may grow; 0.02 is 2 %. */
  readonly maxGrowth: number;
  /** The CPU time of an old instance divided by the CPU time of a young one. */
  readonly maxSlowdown: number;
  /** The functions to check. By default all functions of the assembly. */
  readonly functions?: readonly Lambda[];
};

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MB`;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const growthOf = ({ before, after }: SoakResult) => after.heapBytes / before.heapBytes - 1;
const slowdownOf = ({ youngMs, oldMs }: SoakResult) => oldMs / youngMs;

const worstBy = (all: readonly SoakResult[], read: (soaked: SoakResult) => number) =>
  all.reduce((worst, each) => (read(each) > read(worst) ? each : worst));

const leaksOf = ({ name, before, after }: SoakResult) =>
  (['descriptors', 'resources', 'listeners'] as const)
    .filter((kind) => before[kind] !== after[kind])
    .map((kind) => `${name}: ${kind} were ${before[kind]} and are ${after[kind]}`);

const heapFinding = (all: readonly SoakResult[], { requests, warmUp, maxGrowth }: SoakSize): Finding => {
  const describe = ({ name, before, after }: SoakResult) => {
    const [young, old] = [megabytes(before.heapBytes), megabytes(after.heapBytes)];
    return `${name}, ${young} after ${warmUp} requests, ${old} after ${requests}`;
  };
  const worst = worstBy(all, growthOf);
  return {
    promise: 'the heap of a function does not grow',
    measured: `at most ${percent(growthOf(worst))} growth: ${describe(worst)}`,
    failures: all.filter((each) => !(growthOf(each) <= maxGrowth)).map(describe),
  };
};

const leakFinding = (all: readonly SoakResult[]): Finding => {
  const most = worstBy(all, ({ after }) => after.descriptors);
  const clean = all.filter((each) => leaksOf(each).length === 0).length;
  const descriptors = `at most ${most.after.descriptors} descriptors (${most.name})`;
  return {
    promise: 'a function leaks no descriptors, timers or listeners',
    measured: `no leak in ${clean} of ${all.length} functions, ${descriptors}`,
    failures: all.flatMap(leaksOf),
  };
};

const cpuFinding = (all: readonly SoakResult[], { compared, maxSlowdown }: SoakSize): Finding => {
  const describe = ({ name, oldMs, youngMs }: SoakResult) => {
    const [old, young] = [oldMs.toFixed(3), youngMs.toFixed(3)];
    return `${name}, ${old} ms a request in the last ${compared}, ${young} ms in the first after warm-up`;
  };
  const worst = worstBy(all, slowdownOf);
  return {
    promise: 'a function does not get slower',
    measured: `at most ${slowdownOf(worst).toFixed(2)} times the CPU time of a new instance: ${describe(worst)}`,
    failures: all.filter((each) => !(slowdownOf(each) <= maxSlowdown)).map(describe),
  };
};

const errorFinding = (all: readonly SoakResult[]): Finding => {
  const count = (pattern: RegExp) =>
    all
      .flatMap(({ statuses }) => Object.entries(statuses))
      .filter(([status]) => pattern.test(status))
      .reduce((sum, [, times]) => sum + times, 0);
  return {
    promise: 'a function leaves no rejection unhandled and answers no 500',
    measured: `${count(/^[23]/)} requests accepted, ${count(/^4/)} refused, ${count(/^503/)} unavailable`,
    failures: all.flatMap(({ name, errors }) => errors.map((error) => `${name}: ${error}`)),
  };
};

/** Checks that an instance of a deployed function does not leak or slow down while it serves many requests. */
export const checkSoak = async ({ assembly, progress }: CheckRun, size: SoakSize): Promise<Finding[]> => {
  const bundled = Object.keys(routes).map((name) => ({ name, file: join(assembly, 'bundles', name, `${name}.mjs`) }));
  const queue = [...(size.functions ?? bundled)];
  const count = queue.length;
  const all: SoakResult[] = [];
  const folder = temporaryFolder();
  const running = new Set<string>();
  const report = () => progress(`${all.length} of ${count} functions, running: ${[...running].join(', ')}`);
  const lane = async () => {
    for (let lambda = queue.shift(); lambda; lambda = queue.shift()) {
      running.add(lambda.name);
      report();
      all.push(await soak(lambda, { folder, node: size.node }, size));
      running.delete(lambda.name);
      report();
    }
  };
  await buildPrograms(
    folder,
    ['instance', 'dynamodb'].map((name) => join(__dirname, `${name}.ts`)),
  );
  await Promise.all(Array.from({ length: LANES }, lane));
  return [heapFinding(all, size), leakFinding(all), cpuFinding(all, size), errorFinding(all)];
};
