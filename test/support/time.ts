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
export const fakeOnly = (faked: readonly Api[], config: Config) =>
  jest.useFakeTimers({ ...config, doNotFake: apis.filter((api) => !faked.includes(api)) });

/** Stops the clock at `now` in each test of a file or block. Timers still run. */
export const useFixedTime = () => {
  beforeEach(() => fakeOnly(['Date'], { now: Date.parse(now) }));
  afterEach(() => jest.useRealTimers());
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

/** Waits for a condition. Jest's own timeout ends a test whose condition never holds. */
export const until = async (condition: () => boolean) => {
  while (!condition()) await setImmediate();
};
