/** What is signed is good for five minutes before and after; beyond this, the SDK takes a clock for wrong. */
const SKEWED_MS = 240_000;

let aheadMs = 0;

/** The time as DynamoDB has it. */
export const clock = {
  now: () => new Date(Date.now() + aheadMs),

  /** Hears the time that an answer bears; true where what it answers was signed at a wrong one. */
  hear: (date: unknown, signedAt: Date) => {
    const ms = Date.parse(String(date));
    if (!(Math.abs(ms - signedAt.getTime()) >= SKEWED_MS)) return false;
    aheadMs = ms - Date.now();
    return true;
  },
};
