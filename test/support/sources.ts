import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../../lib/root';

/** Lists the files in a folder of the repository, without installed packages and generated clients. */
export const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((file) => !/node_modules|clients\/api\.ts$/.test(file));

/** Lists the source files in a folder of the repository. */
export const sourcesIn = (folder: string) => filesIn(folder).filter((file) => /\.(ts|cjs)$/.test(file));

/** True for a file that a person writes to make the service their own. The person also chooses its style. */
export const isTheirs = (file: string) =>
  /^(test\/)?functions\/(?!kit\/)[^/]+\/|^functions\/(routes|resources|plan|jobs)\.ts$|^(lib\/own|test\/stand-ins)\b/.test(
    file,
  );

/** Reads a file by its path in the repository. */
export const readText = (file: string) => readFileSync(join(root, file), 'utf8');
