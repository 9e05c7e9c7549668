import { join } from 'node:path';

/** Path of the repository. */
export const root = join(__dirname, '..');

/** Lets Node load TypeScript: `node --require` this file. */
export const hook = join(root, 'lib', 'build', 'typescript.cjs');

/** Version of Node that the functions run on, and for which the bundles are built. */
export const nodeVersion = 24;
