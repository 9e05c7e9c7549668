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

/** Ends every pause before a retry at once. Returns the mock that gets the milliseconds of the pauses. */
export const skipPauses = () => {
  const timers = jest.requireActual<{ setTimeout: () => Promise<void> }>('node:timers/promises');
  return jest.spyOn(timers, 'setTimeout').mockResolvedValue();
};

/** Returns the processor time of this process, which a pause of the machine does not lengthen. */
export const cpuMs = () => process.cpuUsage().user / 1000;

/** Waits for a condition. Jest's own timeout ends a test whose condition never holds. */
export const until = async (condition: () => boolean) => {
  while (!condition()) await setImmediate();
};
