import { randomUUID } from 'node:crypto';

/**
 * Returns random hex digits for an id, at most 24. The digits come from a UUID, because Node caches random bytes for
 * UUIDs only. Each call to the kernel for random bytes takes 15 µs.
 */
export const randomHex = (digits: number) => randomUUID().replaceAll('-', '').slice(-digits);
