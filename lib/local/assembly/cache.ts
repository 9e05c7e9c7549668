import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root as project } from '../../root';

/** Files and folders that an assembly depends on. */
const sources = ['functions', 'lib', 'cdk.json', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];
/** Number of assemblies in the cache. Older assemblies serve a developer who goes back to older sources. */
const MAX_ASSEMBLIES = 5;

const filesIn = (path: string): string[] => {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

const fingerprint = (root: string, client: string): string => {
  const hash = createHash('sha256').update(`${process.version}\0${client}\0`);
  for (const source of sources) {
    for (const file of filesIn(join(root, source))) hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 32);
};

const removeOldest = (folder: string): void => {
  const newestFirst = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of newestFirst.slice(MAX_ASSEMBLIES)) rmSync(old, { recursive: true, force: true });
};

/**
 * Returns the folder of the cloud assembly of the current sources. Makes an assembly only when the cache has none for
 * these sources, because making an assembly takes most of a start.
 */
export const cachedAssembly = async (
  make: (outdir: string) => Promise<string>,
  { root = project, client = 'lean' } = {},
): Promise<string> => {
  const folder = join(root, 'node_modules', '.cache', 'assemblies');
  const cached = join(folder, fingerprint(root, client));
  if (existsSync(cached)) return cached;
  // Makes the assembly under another name, so that another start never finds half an assembly.
  const draft = await make(`${cached}.${process.pid}`);
  try {
    renameSync(draft, cached);
  } catch (error) {
    if (!existsSync(cached)) throw error;
    return draft;
  }
  removeOldest(folder);
  return cached;
};
