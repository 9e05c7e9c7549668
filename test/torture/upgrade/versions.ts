import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { entityOf } from '../../../functions/kit/entity';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { root } from '../../../lib/root';
import { temporaryFolder } from '../../support/folder';

/** The bundles of some sources, by default of these, and the resources, with the examples that the clients of this version know. */
export type Version = { readonly bundles?: string; readonly resources: readonly Resource[] };

const git = (cwd: string, ...words: readonly string[]) => spawnSync('git', words, { cwd, maxBuffer: 2 ** 30 });

/** Commit whose code is the old code, if there is one, and a text that names it. */
type OldCommit = { readonly commit?: string; readonly name: string };

/**
 * Finds the commit before the newest one that changed `version` in package.json. A merge counts as one commit, so that the
 * commit before is of the same project. A history without such a commit has its oldest one.
 */
export const findOldCommit = (folder = root): OldCommit => {
  const lineOf = (...words: readonly string[]) => `${git(folder, ...words).stdout ?? ''}`.split('\n', 1).join();
  const changes = ['-G', '^ *"version":', '--', 'package.json'];
  const release = lineOf('log', '--first-parent', '-m', '-1', '--format=%h', ...changes);
  const before = release && lineOf('rev-parse', '--quiet', '--verify', '--short', `${release}^`);
  if (before) return { commit: before, name: `${before}, before the last change of the version` };
  if (!release) return { name: 'this code, because git knows no earlier code' };
  const isShallow = lineOf('rev-parse', '--is-shallow-repository') === 'true';
  const oldest = isShallow ? 'the oldest commit of this shallow clone' : 'the first commit';
  return { commit: release, name: `${release}, ${oldest}` };
};

/** Bundles the sources of a commit with their own build script, and the packages of this checkout. */
export const buildCommit = (commit: string): Version => {
  const [folder, bundles] = [temporaryFolder(), temporaryFolder()];
  const archive = git(root, 'archive', commit);
  if (archive.status !== 0) throw new Error(`This repository has no commit ${commit}. Name another one with --from.`);
  execFileSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const script = `require('./lib/build/typescript.cjs');
    require('./lib/build/bundle.ts').bundle(${JSON.stringify(bundles)})
    .then(() => console.log(JSON.stringify(require('./functions/resources.ts').resources)))`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: folder });
  // JSON has no maps, such as the members of a resource.
  const read = (resource: Resource): Resource => ({ ...resource, ...entityOf(resource) });
  if (status === 0) return { bundles, resources: JSON.parse(`${stdout}`).map(read) };
  const reason = /^\w*Error: .*/m.exec(`${stderr}`)?.[0] ?? stderr;
  throw new Error(`The packages of this checkout do not build ${commit}: ${reason}. Name a later commit with --from.`);
};
