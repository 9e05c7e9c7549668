import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { root as project } from '../../root';

const sources = ['functions', 'lib', 'cdk.json', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];
/** Maximum time since the last start with an assembly. A developer may go back to older sources until then. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Lists the files in a folder. Ignores a link to nothing, which Emacs makes beside a file that it edits. */
const filesIn = (path: string): string[] => {
  if (!existsSync(path)) return [];
  return statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesIn(join(path, name)));
};

const fingerprint = (root: string, settings: object): string => {
  const hash = createHash('sha256').update(`${process.version}\0${JSON.stringify(settings)}\0`);
  for (const file of sources.flatMap((source) => filesIn(join(root, source))))
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
};

const removeOld = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const assembly = join(folder, name);
    // Another `npm start` may have removed the assembly.
    const lastStart = statSync(assembly, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (lastStart < Date.now() - MAX_AGE_MS) rmSync(assembly, { recursive: true, force: true });
  }
};

/**
 * Returns the folder of the cloud assembly of the current sources, Node.js version and settings. Makes an assembly
 * only when the cache has none for these, because making an assembly takes most of a start.
 */
export const cachedAssembly = async (make: (outdir: string) => Promise<string>, settings: object, root = project) => {
  const folder = join(root, 'node_modules', '.cache', 'assemblies');
  const cached = join(folder, fingerprint(root, settings));
  if (existsSync(cached)) {
    utimesSync(cached, new Date(), new Date());
    return cached;
  }
  // Makes the assembly under another name, so that another start never finds half an assembly.
  const draft = await make(`${cached}.${process.pid}`);
  try {
    renameSync(draft, cached);
  } catch {
    // Another start has made the same assembly meanwhile.
    return draft;
  }
  removeOld(folder);
  return cached;
};
