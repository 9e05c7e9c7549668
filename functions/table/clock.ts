/** What is signed is good for five minutes before and after; the SDK's own limit for a clock that is wrong. */
const SKEWED_MS = 300_000;

let aheadMs = 0;

/** The time as DynamoDB has it. */
export const clock = {
  now: () => new Date(Date.now() + aheadMs),

  /** Hears the time that an answer bears; true where ours was wrong. */
  hear: (date: unknown) => {
    const ms = Date.parse(String(date)) - Date.now();
    if (!(Math.abs(ms - aheadMs) >= SKEWED_MS)) return false;
    aheadMs = ms;
    return true;
  },
};
