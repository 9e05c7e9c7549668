import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from '../../lib/root';

/** Lists the source files in a folder of the repository, without installed packages and generated clients. */
export const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|cjs)$/.test(name) && !/node_modules|clients\/api\.ts$/.test(name))
    .map((name) => join(folder, name).replaceAll(sep, '/'));
