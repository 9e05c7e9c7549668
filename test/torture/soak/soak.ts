import { median } from '../../bench/part';
import type { Counts, Held, Served } from './instance';
import { GROUP } from './requests';
import { type Instance, type Lambda, type Programs, startInstance } from './start';

/** Counts of requests, multiples of the size of a group. */
export type Size = {
  readonly requests: number;
  readonly warmUp: number;
  /** The last requests of the old instance, and the first of the young one after its warm-up. */
  readonly compared: number;
};

export type Soaked = Counts & {
  readonly name: string;
  readonly before: Held;
  readonly after: Held;
  /** Milliseconds of CPU for a request. */
  readonly youngMs: number;
  readonly oldMs: number;
};

const serveMany = async (instance: Instance, count: number) => {
  for (let served = 0; served < count; served += GROUP) await instance.serve(Math.min(GROUP, count - served));
};

/**
 * The mean of the medians at each place in a group. The same request stands at the same place of each group, and a median
 * leaves out the few requests during which the machine paused.
 */
const typical = (groups: readonly Served[]) => {
  const places = groups[0]?.cpuMs ?? [];
  const medians = places.map((_, place) => median(groups.map(({ cpuMs }) => cpuMs[place] ?? 0)));
  return medians.reduce((sum, ms) => sum + ms, 0) / medians.length;
};

/**
 * Serves the last requests of the old instance in turns with the first ones of the young instance after its warm-up, so
 * that other work on the machine slows both alike.
 */
const compare = async (old: Instance, young: Instance, count: number) => {
  const [ofOld, ofYoung]: [Served[], Served[]] = [[], []];
  for (let served = 0; served < count; served += GROUP) {
    ofYoung.push(await young.serve(GROUP));
    ofOld.push(await old.serve(GROUP));
  }
  return { oldMs: typical(ofOld), youngMs: typical(ofYoung) };
};

/** Lets one instance of a function serve requests, and compares it with a fresh instance at the end. */
export const soak = async (lambda: Lambda, programs: Programs, { requests, warmUp, compared }: Size) => {
  const old = await startInstance(lambda, programs);
  try {
    await serveMany(old, warmUp);
    const before = await old.measure();
    await serveMany(old, requests - warmUp - compared);
    const young = await startInstance(lambda, programs);
    try {
      await serveMany(young, warmUp);
      const cpu = await compare(old, young, compared);
      const after = await old.measure();
      return { name: lambda.name, before, after, ...cpu, ...(await old.count()) } satisfies Soaked;
    } finally {
      await young.stop();
    }
  } finally {
    await old.stop();
  }
};
