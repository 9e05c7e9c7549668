import { median } from '../../support/docs/median';
import type { InstanceCounts, InstanceState, ServedGroup } from './instance';
import { GROUP_SIZE } from './requests';
import { type Instance, type Lambda, type Programs, startInstance } from './start';

/** Numbers of requests. Each is a multiple of the size of a group. */
export type SoakCounts = {
  readonly requests: number;
  readonly warmUp: number;
  /** The number of requests whose CPU time is compared: the last of the old instance, and as many of the young one. */
  readonly compared: number;
};

export type SoakResult = InstanceCounts & {
  readonly name: string;
  readonly before: InstanceState;
  readonly after: InstanceState;
  /** The CPU time of a request, of the young instance and of the old one. */
  readonly youngMs: number;
  readonly oldMs: number;
};

const serveMany = async (instance: Instance, count: number) => {
  for (let served = 0; served < count; served += GROUP_SIZE) await instance.serve(Math.min(GROUP_SIZE, count - served));
};

/**
 * Averages the CPU time of a request over all places of a group, with the median of all groups at each place. The same
 * kind of request has the same place in each group. The median leaves out requests during which the machine paused.
 */
const typicalMs = (groups: readonly ServedGroup[]) => {
  const places = groups[0]?.cpuMs ?? [];
  const medians = places.map((_, place) => median(groups.map(({ cpuMs }) => cpuMs[place] ?? 0)));
  return medians.reduce((sum, ms) => sum + ms, 0) / medians.length;
};

/** Compares two instances, which serve groups in turns. So other work on the machine slows both instances equally. */
const compare = async (old: Instance, young: Instance, count: number) => {
  const [ofOld, ofYoung]: [ServedGroup[], ServedGroup[]] = [[], []];
  for (let served = 0; served < count; served += GROUP_SIZE) {
    ofYoung.push(await young.serve(GROUP_SIZE));
    ofOld.push(await old.serve(GROUP_SIZE));
  }
  return { oldMs: typicalMs(ofOld), youngMs: typicalMs(ofYoung) };
};

/** Serves many requests with one instance of a function, and compares it with a new instance at the end. */
export const soak = async (lambda: Lambda, programs: Programs, { requests, warmUp, compared }: SoakCounts) => {
  const old = await startInstance(lambda, programs);
  await serveMany(old, warmUp);
  const before = await old.measure();
  await serveMany(old, requests - warmUp - compared);
  const young = await startInstance(lambda, programs);
  await serveMany(young, warmUp);
  const cpu = await compare(old, young, compared);
  const after = await old.measure();
  const counts = await old.count();
  await Promise.all([old.stop(), young.stop()]);
  return { name: lambda.name, before, after, ...cpu, ...counts } satisfies SoakResult;
};
