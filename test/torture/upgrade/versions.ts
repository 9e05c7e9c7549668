import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { root } from '../../../lib/root';
import { temporaryFolder } from '../../support/folder';

/** The bundles of some sources, by default of these, and the resources, with the examples that the clients of this version know. */
export type Version = { readonly bundles?: string; readonly resources: readonly Resource[] };

const git = (...words: readonly string[]) => spawnSync('git', words, { cwd: root, maxBuffer: 2 ** 30 });
const lineOf = (...words: readonly string[]) => `${git(...words).stdout ?? ''}`.split('\n', 1).join();

/** File that is as old as today's counters of children. Code from before counts in another place, or loses their owner. */
const COUNTERS = 'lib/check/README.md';

/** Returns the newest tag whose code counts as this code does, else the first such commit. Returns '' in a shallow clone. */
export const lastRelease = () => {
  const first = lineOf('log', '--no-renames', '--diff-filter=A', '--format=%h', '--', COUNTERS);
  if (!first || lineOf('rev-parse', '--is-shallow-repository') !== 'false') return '';
  return lineOf('tag', '--merged', 'HEAD', '--contains', first, '--sort=-version:refname') || first;
};

/** Bundles the sources of a commit with their own build script, and the packages of this checkout. */
export const buildCommit = (commit: string): Version => {
  const [folder, bundles] = [temporaryFolder(), temporaryFolder()];
  const archive = git('archive', commit);
  if (archive.status !== 0) throw new Error(`This repository has no commit ${commit}. Name another one with --from.`);
  execFileSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const script = `require('./lib/build/typescript.cjs');
    require('./lib/build/bundle.ts').bundle(${JSON.stringify(bundles)})
    .then(() => console.log(JSON.stringify(require('./functions/resources.ts').resources)))`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: folder });
  if (status === 0) return { bundles, resources: JSON.parse(`${stdout}`) };
  const reason = /^\w*Error: .*/m.exec(`${stderr}`)?.[0] ?? stderr;
  throw new Error(`The packages of this checkout do not build ${commit}: ${reason}. Name a later commit with --from.`);
};
