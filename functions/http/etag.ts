import { digest } from './digest';

export const entityTag = (rev: string) => `"${rev}"`;

/** What has no revision of its own, a list for one, is known by its content. */
export const revOf = (content: string) => digest(content).slice(0, 22);
