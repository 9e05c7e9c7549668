const TICK_MS = 5;

let countedMs = 0;
let lastMs = performance.now();

const tick = () => {
  const nowMs = performance.now();
  countedMs += Math.min(nowMs - lastMs, 2 * TICK_MS);
  lastMs = nowMs;
};
setInterval(tick, TICK_MS).unref();

/** Repeats failed tests of this file, because a pause of the machine can use up the time that a test gives a timer. */
export const retryAfterPause = () => jest.retryTimes(3, { logErrorsBeforeRetry: true });

/**
 * Milliseconds that this process could run. A shared machine pauses a process for up to a second, and a promise about
 * time cannot hold during a pause.
 */
export const awakeMs = () => {
  tick();
  return countedMs;
};
