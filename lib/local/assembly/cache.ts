import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** Files, folders and settings from which an assembly is made. */
type Inputs = { readonly sources: readonly string[]; readonly settings: object };

/** Maximum time since the last start with an assembly. A developer may go back to older sources until then. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Lists the files in a folder. Ignores a link to nothing, which Emacs makes beside a file that it edits. */
const filesIn = (path: string): string[] => {
  if (!existsSync(path)) return [];
  return statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesIn(join(path, name)));
};

const fingerprint = ({ sources, settings }: Inputs): string => {
  const hash = createHash('sha256').update(`${process.version}\0${JSON.stringify(settings)}\0`);
  for (const file of sources.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file));
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
 * Returns the folder of the cloud assembly of the inputs and the Node.js version. Makes an assembly only when the folder
 * of the cache has none for these, because making an assembly takes most of a start.
 */
export const cachedAssembly = async (make: (outdir: string) => Promise<string>, folder: string, inputs: Inputs) => {
  const cached = join(folder, fingerprint(inputs));
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
