import { randomBytes } from 'node:crypto';

/**
 * What every write stamps on its item. `rev` is the ETag, the condition of the next write, and the token by which
 * a retried write knows its own work.
 */
export const stamp = () => ({ rev: randomBytes(12).toString('base64url'), updatedAt: new Date().toISOString() });

/** Returns now, or a moment after `updatedAt` when another clock is ahead, because `updatedAt` grows with every write. */
export const laterThan = (updatedAt: string) => new Date(Math.max(Date.now(), Date.parse(updatedAt) + 1)).toISOString();
