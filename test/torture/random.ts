/** Numbers that look random and are the same for the same seed: what failed once can be played again. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0;
  /** Mulberry32: from 0 to just below 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0];
  return {
    next,
    /** A whole number from 0 to just below `limit`. */
    below,
    pick,
    chance: (share: number) => next() < share,
    /** A source of its own, for one client or one case, so that the order in which they run changes nothing. */
    fork: () => randomOf(below(2 ** 32)),
  };
};

export type Random = ReturnType<typeof randomOf>;
