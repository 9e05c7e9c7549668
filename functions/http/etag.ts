import { createHash } from 'node:crypto';

export const entityTag = (rev: string) => `"${rev}"`;

/** What has no revision of its own, a list for one, is known by its content. */
export const revOf = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 22);
