import { join } from 'node:path';
import { name } from '../package.json';

/** Path of the repository. */
export const root = join(__dirname, '..');

/** Lets Node load TypeScript: `node --require` this file. */
export const hook = join(root, 'lib', 'build', 'typescript.cjs');

/** Version of Node that the functions run on, and for which the bundles are built. */
export const nodeVersion = 24;

/** Name of the stacks without their stage, and value of the tag `service`: the name in package.json as `UsersAndPosts`. */
export const serviceName = name.replace(/(?:^|[^A-Za-z\d])[^A-Za-z\d]*(.?)/g, (_, first) => first.toUpperCase());
