import type { Random } from '../../support/random';

/** Kinds of trouble, with their shares of the chances for it. */
const shares = {
  /** The instance dies during a change. */
  kill: 0.04,
  /** The code of the reaction throws. */
  throw: 0.12,
  /** The response of an invocation gets lost. */
  lose: 0.1,
  /** A batch is delivered once more. */
  again: 0.15,
  /** Two instances get a batch at the same time. */
  twice: 0.1,
  /** A call to DynamoDB has a fault. */
  call: 0.2,
  /** The function has little time. */
  hurry: 0.15,
} as const;
type Kind = keyof typeof shares;

/** Maximum number of strikes of trouble in a play. */
const MAX_STRIKES = 16;

/** Time of an invocation that ends before the function has handled many changes: 300 ms are kept for the log. */
const HURRY_MS = 306;

export type Counts = Record<string, number>;

/** Draws the trouble of a play. After some strikes there is no more, so that each change can be handled. */
export const drawTrouble = (random: Random, counts: Counts) => {
  let left = random.below(MAX_STRIKES + 1);
  let nowMs = Date.parse('2027-01-01T00:00Z');
  const count = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  const strikes = (kind: Kind) => {
    if (left === 0 || !random.chance(shares[kind])) return false;
    left--;
    count(kind);
    return true;
  };
  return {
    random,
    count,
    strikes,
    /** Milliseconds that an invocation has. */
    leftMs: () => (strikes('hurry') ? HURRY_MS : 10_000),
    clock: {
      now: () => nowMs,
      advance: () => {
        nowMs += random.below(3);
      },
    },
  };
};

export type Trouble = ReturnType<typeof drawTrouble>;
