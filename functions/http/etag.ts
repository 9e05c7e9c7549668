import { digest } from '../model/digest';

export const entityTag = (rev: string) => `"${rev}"`;

/** Returns a hash as the revision of content without a stored revision, such as a list. */
export const revOf = (content: string) => digest(content).slice(0, 22);
