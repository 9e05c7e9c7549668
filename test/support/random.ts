/** Generates pseudo-random numbers. The same seed gives the same numbers, so that a failed run can be repeated. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0;
  /** Returns a number from 0 to just below 1 (the Mulberry32 algorithm). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(choices: readonly T[]) => choices[below(choices.length)] as T;
  return {
    /** Returns a whole number from 0 to just below `limit`. */
    below,
    pick,
    chance: (share: number) => next() < share,
  };
};

export type Random = ReturnType<typeof randomOf>;
