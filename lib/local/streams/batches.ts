import type { StreamRecord } from './stream';

/** Outcome of an invocation: the sequence numbers of the records that failed, or undefined when the whole batch failed. */
export type BatchOutcome = readonly string[] | undefined;

export type BatchPlay = {
  readonly invoke: (records: readonly StreamRecord[]) => Promise<BatchOutcome>;
  /** Tells whether a record is too old to be sent once more. */
  readonly isExpired: (record: StreamRecord) => boolean;
  readonly onExpired: (records: readonly StreamRecord[]) => void;
  /** Waits before a repetition. Returns false to give up, because the service stops. */
  readonly pause: (tries: number) => Promise<boolean>;
  readonly isHalved: boolean;
};

/** Returns the place of the first record that failed, or -1. An unknown number fails the whole batch, as at Lambda. */
const firstFailedIn = (records: readonly StreamRecord[], failed: readonly string[]) => {
  const places = failed.map((number) => records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === number));
  if (places.includes(-1)) return 0;
  return places.length > 0 ? Math.min(...places) : -1;
};

/**
 * Sends a batch to a function, as Lambda does: a batch that fails is halved, and after a partial response all records from the
 * first failed one on come again. Returns true when each record is handled or expired.
 */
export const deliverBatch = async (records: readonly StreamRecord[], options: BatchPlay): Promise<boolean> => {
  const { invoke, isExpired, onExpired, pause, isHalved } = options;
  let rest = records;
  for (let tries = 1; ; tries++) {
    const expired = rest.filter(isExpired);
    if (expired.length > 0) onExpired(expired);
    rest = rest.filter((record) => !expired.includes(record));
    if (rest.length === 0) return true;
    const failed = await invoke(rest);
    if (!failed && isHalved && rest.length > 1) {
      const middle = Math.ceil(rest.length / 2);
      if (!(await deliverBatch(rest.slice(0, middle), options))) return false;
      rest = rest.slice(middle);
      tries = 0;
      continue;
    }
    const first = failed ? firstFailedIn(rest, failed) : 0;
    if (first < 0) return true;
    rest = rest.slice(first);
    if (!(await pause(tries))) return false;
  }
};
