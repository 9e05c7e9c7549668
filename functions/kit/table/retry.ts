import { setTimeout as sleep } from 'node:timers/promises';
import { msLeft } from '../invocation';

const MAX_TRIES = 20;

/** Limits of the pause before a retry. The limit doubles with each try, from twice `baseMs` to `maxMs`. */
export type Backoff = { readonly baseMs: number; readonly maxMs: number };
export const CONFLICT: Backoff = { baseMs: 10, maxMs: 320 };
/** Limits after throttling. The pauses are longer, because a partition gets new capacity each second. */
export const THROTTLED: Backoff = { baseMs: 100, maxMs: 1000 };

/** Pauses before a retry, with full jitter. Returns false at once when no try or no time is left. */
export const pauseToRetry = async (tries: number, { baseMs, maxMs }: Backoff = CONFLICT) => {
  if (tries === MAX_TRIES) return false;
  const pauseMs = Math.random() * Math.min(maxMs, baseMs * 2 ** tries);
  if (pauseMs >= msLeft()) return false;
  await sleep(pauseMs);
  return true;
};
