import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root as project } from '../../root';

const sources = ['functions', 'lib', 'cdk.json', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];
// A service that runs has loaded what it needs of its own; the last few are for going back and forth.
const kept = 5;

/** The assembly of these sources: making one takes most of a start, and is done once for each state of them. */
export async function keptAssembly(
  make: (outdir: string) => Promise<string>,
  { root = project, client = 'lean' } = {},
): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'assemblies');
  const own = join(folder, fingerprint(root, client));
  if (existsSync(own)) return own;
  // Under its name there is never half of one.
  const draft = await make(`${own}.${process.pid}`);
  try {
    renameSync(draft, own);
  } catch (error) {
    if (!existsSync(own)) throw error;
    return draft;
  }
  forget(folder);
  return own;
}

function fingerprint(root: string, client: string): string {
  const hash = createHash('sha256').update(`${process.version}\0${client}\0`);
  for (const source of sources) {
    for (const file of filesIn(join(root, source))) hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 32);
}

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function forget(folder: string): void {
  const newestFirst = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of newestFirst.slice(kept)) rmSync(old, { recursive: true, force: true });
}
