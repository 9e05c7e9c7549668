import { awakeMs } from '../support/awake';

/** Sets a timer that does not count pauses of the machine: it ends when this process could run for that time. */
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
