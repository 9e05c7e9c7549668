import { createHash } from 'node:crypto';

/** A short name for a text of any length. */
export const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
