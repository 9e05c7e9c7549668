import { setTimeout as pause } from 'node:timers/promises';
import { ENOUGH, type Finding, type Run } from './check';
import { startLoad } from './load';
import { randomOf } from './random';
import { type Held, startServiceProcess } from './service-process';

const CLIENTS = 8;
const COMPILED_MS = 10_000;
/** A round finds the peak, and then is load at a share of it. */
const PEAK_MS = 2000;
const LOAD_MS = 12_000;
const SHARE_OF_PEAK = 0.7;
const WARM_UP = 0.2;
const MOST_TIMES_MEDIAN = 10;
/** Of the memory, over the whole time after warm-up. */
const MOST_GROWTH = 0.05;
const MOST_DESCRIPTORS = 20;

type Load = ReturnType<typeof startLoad>;

/** As many requests a second as a few clients get answered who wait for each answer. */
const peakOf = async ({ step }: Load, forMs: number) => {
  const startedMs = performance.now();
  let count = 0;
  const client = async () => {
    for (; performance.now() < startedMs + forMs; count++) await step();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (count * 1000) / (performance.now() - startedMs);
};

type Sample = Held & { readonly atMs: number };

/** Requests at a fixed rate, whether or not earlier ones have been answered; latencies are from when each was due. */
const openLoop = async ({ step }: Load, perSecond: number, durationMs: number) => {
  const latenciesMs: number[] = [];
  const latenessMs: number[] = [];
  const underway = new Set<Promise<unknown>>();
  const startedMs = performance.now();
  const fire = async (dueMs: number) => {
    latenessMs.push(performance.now() - dueMs);
    await step();
    latenciesMs.push(performance.now() - dueMs);
  };
  for (let count = 0; (count * 1000) / perSecond < durationMs; ) {
    const dueMs = startedMs + (count * 1000) / perSecond;
    if (dueMs > performance.now()) {
      await pause(1);
      continue;
    }
    const fired = fire(dueMs).finally(() => underway.delete(fired));
    underway.add(fired);
    count++;
  }
  await Promise.all(underway);
  return { latenciesMs, latenessMs };
};

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** What the straight line through the samples rises by from the first to the last. */
const rise = (samples: readonly Sample[], read: (sample: Sample) => number) => {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const atMs = samples.map((sample) => sample.atMs);
  const middleMs = mean(atMs);
  const middle = mean(samples.map(read));
  const up = samples.reduce((sum, sample) => sum + (sample.atMs - middleMs) * (read(sample) - middle), 0);
  const across = atMs.reduce((sum, ms) => sum + (ms - middleMs) ** 2, 0);
  return { by: (up / across) * ((atMs.at(-1) ?? 0) - (atMs[0] ?? 0)), middle };
};

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
const ms = (value: number) => `${value.toFixed(1)} ms`;

type Measured = {
  readonly peaks: readonly number[];
  readonly samples: readonly Sample[];
  /** The memory before and after, when V8 had collected its garbage. */
  readonly kept: readonly [before: number, after: number];
  readonly latenciesMs: readonly number[];
  readonly latenessMs: readonly number[];
  readonly refused: readonly string[];
};

const judge = ({ peaks, samples, kept, latenciesMs, latenessMs, refused }: Measured): Finding[] => {
  const about = `${SHARE_OF_PEAK} of ${Math.round(Math.max(...peaks))} to ${Math.round(Math.min(...peaks))} a second`;
  const [median, high, tail] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99), quantile(latenciesMs, 0.999)];
  const memory = rise(samples, ({ residentBytes }) => residentBytes);
  const [before, after] = kept;
  const descriptors = rise(samples, (sample) => sample.descriptors);
  return [
    {
      promise: 'no request fails under load',
      measured: `${latenciesMs.length} requests, at ${about}`,
      failures: refused.slice(0, ENOUGH).map((text) => `${about}: ${text}`),
    },
    {
      promise: `p99.9 is under ${MOST_TIMES_MEDIAN} times p50`,
      measured: `p50 ${ms(median)}, p99 ${ms(high)}, p99.9 ${ms(tail)}; 99.9 % are sent at most ${ms(quantile(latenessMs, 0.999))} late`,
      failures: tail > MOST_TIMES_MEDIAN * median ? [`${about}: ${(tail / median).toFixed(1)} times`] : [],
    },
    // Without samples these are no numbers, and no number is small enough.
    {
      promise: 'memory stays flat after warm-up',
      measured: `${megabytes(memory.middle)}, a line through ${samples.length} samples rises by ${megabytes(memory.by)}`,
      failures: !(memory.by <= MOST_GROWTH * memory.middle) ? [`${about}: it grows by ${megabytes(memory.by)}`] : [],
    },
    {
      promise: 'nothing is left behind but garbage',
      measured: `${megabytes(before)} after warm-up and ${megabytes(after)} at the end, when V8 has collected`,
      failures: after > before * (1 + MOST_GROWTH) ? [`${about}: ${megabytes(after - before)} more`] : [],
    },
    {
      promise: 'descriptors stay',
      measured: `${Math.round(descriptors.middle)}, rising by ${descriptors.by.toFixed(1)}`,
      failures: !(descriptors.by <= MOST_DESCRIPTORS) ? [`${about}: ${descriptors.by.toFixed(1)} more`] : [],
    },
  ];
};

/**
 * Minutes of mixed load, at a share of what the service can do at most. Each round finds that out anew: the machine has
 * other work as well, and the embedded database goes through the tokens of all transactions of ten minutes for each
 * further one.
 */
export const checkLoad = async ({ seed, assembly, progress }: Run, { minutes }: { minutes: number }) => {
  const service = await startServiceProcess(assembly);
  const load = startLoad(new URL(service.url), randomOf(seed));
  const rounds = (minutes * 60_000) / LOAD_MS;
  const warming = Math.ceil(rounds * WARM_UP);
  const samples: Sample[] = [];
  const startedMs = performance.now();
  const sample = () =>
    // A service that has ended shows in the requests, too.
    service.measure().then(
      (held) => samples.push({ ...held, atMs: performance.now() - startedMs }),
      () => undefined,
    );
  const peaks: number[] = [];
  const round = async (index: number) => {
    const peak = await peakOf(load, PEAK_MS);
    peaks.push(peak);
    progress(`round ${index + 1} of ${rounds}, ${Math.round(peak * SHARE_OF_PEAK)} requests a second`);
    return openLoop(load, peak * SHARE_OF_PEAK, LOAD_MS);
  };
  try {
    await load.prepare();
    await peakOf(load, COMPILED_MS);
    for (let index = 0; index < warming; index++) await round(index);
    const before = await service.collect();
    const watch = setInterval(sample, 1000);
    let latenciesMs: number[] = [];
    let latenessMs: number[] = [];
    for (let index = warming; index < rounds; index++) {
      const loaded = await round(index);
      latenciesMs = latenciesMs.concat(loaded.latenciesMs);
      latenessMs = latenessMs.concat(loaded.latenessMs);
    }
    clearInterval(watch);
    const kept = [before.residentBytes, (await service.collect()).residentBytes] as const;
    return judge({ peaks, samples, kept, latenciesMs, latenessMs, refused: load.refused });
  } finally {
    load.stop();
    await service.stop();
  }
};
