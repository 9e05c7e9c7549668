import { join } from 'node:path';

/** Path of the repository. */
export const root = join(__dirname, '..');

/** Lets Node load TypeScript: `node --require` this file. */
export const hook = join(root, 'lib', 'build', 'typescript.cjs');
