const TICK_MS = 5;

let countedMs = 0;
let lastMs = performance.now();

const tick = () => {
  const nowMs = performance.now();
  countedMs += Math.min(nowMs - lastMs, 2 * TICK_MS);
  lastMs = nowMs;
};
setInterval(tick, TICK_MS).unref();

/**
 * Milliseconds that this process could run. A shared machine pauses a process for up to a second, and a promise about
 * time cannot hold during a pause.
 */
export const awakeMs = () => {
  tick();
  return countedMs;
};

/** A timer that ends when this process could run for so long. */
export const setAwakeTimeout = (run: () => void, ms: number) => {
  const endMs = awakeMs() + ms;
  const wait = (leftMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      const moreMs = endMs - awakeMs();
      if (moreMs <= 0) run();
      else timer.current = wait(moreMs);
    }, leftMs);
  const timer = { current: wait(ms) };
  return timer;
};

export const clearAwakeTimeout = (timer?: ReturnType<typeof setAwakeTimeout>) => clearTimeout(timer?.current);

type FakeTimersConfig = Extract<NonNullable<Parameters<typeof jest.useFakeTimers>[0]>, { doNotFake?: unknown }>;

/** All that jest could fake, but for `setTimeout` and `clearTimeout`. */
const doNotFake = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] satisfies FakeTimersConfig['doNotFake'];

/** Makes the timers of a test file count in `awakeMs`. Without this, a pause of the machine is a timeout of a call. */
export const useAwakeTimers = () => {
  beforeAll(() => jest.useFakeTimers({ advanceTimers: TICK_MS, doNotFake }));
  afterAll(() => jest.useRealTimers());
};
