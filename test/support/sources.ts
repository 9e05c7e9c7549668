import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from '../../lib/root';

/** The source files in a folder of the repository, without installed packages. */
export const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|cjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name).replaceAll(sep, '/'));
