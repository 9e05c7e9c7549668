/** One line of the table: a promise, what was measured, and where it was found broken. */
export type Finding = {
  readonly promise: string;
  readonly measured: string;
  /** Empty when the promise holds; each says what was seen, and enough to see it again. */
  readonly failures: readonly string[];
};

/** A check that has failed so often is broken; it need not go on. */
export const ENOUGH = 10;

/** What every check is told; its sizes are its own. */
export type Run = {
  readonly seed: number;
  /** A cloud assembly folder, with the bundles of its functions in it: `bundles/<name>/<name>.cjs`. */
  readonly assembly: string;
  /** Takes what is done so far, to be shown; called about once a second. */
  readonly progress: (text: string) => void;
};
