import { join } from 'node:path';

/** Path of the repository. */
export const root = join(__dirname, '..');
