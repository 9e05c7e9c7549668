import { setImmediate } from 'node:timers/promises';

/** Time of the tests that stop the clock. */
export const now = '2026-11-20T00:00:00.000Z';

type Config = Extract<NonNullable<Parameters<typeof jest.useFakeTimers>[0]>, { doNotFake?: unknown }>;
type Api = NonNullable<Config['doNotFake']>[number];

const apis: Api[] = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** Fakes only these of the functions that jest can fake. */
const fakeOnly = (faked: readonly Api[], config: Config) =>
  jest.useFakeTimers({ ...config, doNotFake: apis.filter((api) => !faked.includes(api)) });

/** Stops the clock at `now` in each test of a file or block. Timers still run. */
export const useFixedTime = () => {
  beforeEach(() => fakeOnly(['Date'], { now: Date.parse(now) }));
  afterEach(() => jest.useRealTimers());
};

const TICK_MS = 5;

let countedMs = 0;
let lastMs = performance.now();

const tick = () => {
  const nowMs = performance.now();
  countedMs += Math.min(nowMs - lastMs, 2 * TICK_MS);
  lastMs = nowMs;
};

/**
 * Returns the milliseconds that this process could run. A shared machine pauses a process for up to a second, and no
 * promise about time can hold during a pause.
 */
export const awakeMs = () => {
  tick();
  return countedMs;
};

/** Makes the timers of a test file count in `awakeMs`. Without this, a pause of the machine is a timeout of a call. */
export const useAwakeTimers = () => {
  beforeAll(() => {
    setInterval(tick, TICK_MS).unref();
    fakeOnly(['setTimeout', 'clearTimeout'], { advanceTimers: TICK_MS });
  });
  afterAll(() => jest.useRealTimers());
};

const timers = jest.requireActual<typeof import('node:timers/promises')>('node:timers/promises');
const wait = timers.setTimeout;

/**
 * Ends every pause before a retry at once. Returns the mock that gets the milliseconds of the pauses. A timeout has a
 * signal and stays as it is, because the local gateway has timeouts, and runs in this process when one test file runs alone.
 */
export const skipPauses = () =>
  jest
    .spyOn(timers, 'setTimeout')
    .mockImplementation(async (...given) => (given[2]?.signal ? wait(...given) : undefined));

/** Returns the processor time of this process, which a pause of the machine does not lengthen. */
export const cpuMs = () => process.cpuUsage().user / 1000;

/** Fails when a step took longer than its limit of time, and not for another reason. */
export const expectWithin = (maxMs: number, tookMs: number) => {
  if (tookMs >= maxMs) throw new Error(`Took ${Math.ceil(tookMs)} ms, the limit is ${maxMs} ms`);
};

/** Waits for a condition. Jest's own timeout ends a test whose condition never holds. */
export const until = async (condition: () => boolean) => {
  while (!condition()) await setImmediate();
};
