import type { Own } from './stack/own';

/** Adds what else the stack has: queues, buckets, schedules. functions/BEYOND-DECLARATIONS.md has examples. */
export const own: Own = () => ({});
