import { hash } from 'node:crypto';

/** Returns the SHA-256 hash of a text as 43 characters of base64url. */
export const digest = (text: string) => hash('sha256', text, 'base64url');
