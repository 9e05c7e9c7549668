/** The result of a check: a row of the printed table. */
export type Finding = {
  /** Figures of the run, such as the number of requests and faults. */
  readonly measured: string;
  /** Violations of the promise of the check, each with enough detail to reproduce it. Empty when the promise holds. */
  readonly failures: readonly string[];
};

/** A check stops after this many failures. */
export const MAX_FAILURES = 10;

/** Arguments that every check takes. Each check has size options of its own. */
export type CheckRun = {
  readonly seed: number;
  /** The commit of the old code, for the check `upgrade`. By default the last release. */
  readonly from?: string;
};
