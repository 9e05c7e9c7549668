import { fakeOnly } from './time';

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
 * Returns the milliseconds that this process could run. A shared machine pauses a process for up to a second, and no
 * promise about time can hold during a pause.
 */
export const awakeMs = () => {
  tick();
  return countedMs;
};

/** Makes the timers of a test file count in `awakeMs`. Without this, a pause of the machine is a timeout of a call. */
export const useAwakeTimers = () => {
  beforeAll(() => fakeOnly(['setTimeout', 'clearTimeout'], { advanceTimers: TICK_MS }));
  afterAll(() => jest.useRealTimers());
};
