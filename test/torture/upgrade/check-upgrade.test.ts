import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionsOf } from '../../../functions/kit/resources';
import { resources } from '../../../functions/resources';
import { temporaryFolder } from '../../support/folder';
import { commitAll, git } from '../../support/git';
import { bundleWithDefects } from '../planted/planted';
import { checkUpgrade, playVersions, sharedScenarios } from './check-upgrade';
import { findOldCommit } from './versions';

const today = { resources };

test.each([
  [`the code of ${findOldCommit().name}, and this code share a table`, undefined, []],
  ['names a commit that is missing', 'v0', ['This repository has no commit v0. Name another one with --from.']],
])('%s', async (_, from, failures) => {
  expect(await checkUpgrade({ seed: 1, from }, 40)).toMatchObject({ failures });
});

describe('the old code', () => {
  const folder = temporaryFolder();
  const release = (version: string) => {
    writeFileSync(join(folder, 'package.json'), `{\n  "version": "${version}"\n}\n`);
    return commitAll(folder);
  };

  test('is the first commit as long as none has changed the version, and this code without a commit', () => {
    expect(findOldCommit(folder)).toEqual({ name: 'this code, because git knows no earlier code' });
    git(folder, 'init', '--quiet');
    const first = release('1.0.0');
    commitAll(folder, '--allow-empty');
    expect(findOldCommit(folder)).toEqual({ commit: first, name: `${first}, the first commit` });
  });

  test('is the commit before a change of the version, or before the merge of one', () => {
    const found = (commit: string) => ({ commit, name: `${commit}, before the last change of the version` });
    const before = release('1.0.1');
    git(folder, 'switch', '--quiet', '--create', 'upstream');
    release('1.1.0');
    expect(findOldCommit(folder)).toEqual(found(before));
    git(folder, 'switch', '--quiet', 'main');
    const own = commitAll(folder, '--allow-empty');
    git(folder, 'merge', '--quiet', '--no-edit', 'upstream');
    commitAll(folder, '--allow-empty');
    expect(findOldCommit(folder)).toEqual(found(own));
  });

  test('is the oldest commit of a shallow clone, and says so', () => {
    const clone = temporaryFolder();
    git(folder, 'clone', '--quiet', '--depth', '1', `file://${folder}`, clone);
    const oldest = git(clone, 'rev-parse', '--short', 'HEAD');
    expect(findOldCommit(clone)).toEqual({
      commit: oldest,
      name: `${oldest}, the oldest commit of this shallow clone`,
    });
  });
});

test('a resource of one version only is left out', () => {
  const fewer = { ...today, resources: resources.slice(0, 1).flatMap(versionsOf) };
  expect(sharedScenarios([today, fewer])).toEqual(sharedScenarios([fewer, fewer]));
  expect(sharedScenarios([fewer, today])).toEqual(sharedScenarios([fewer, fewer]));
});

/** Changes of the stored items, each by edits of the sources. */
const plantedUpgrades = {
  'a new required attribute': [
    'kit/model/models.ts: createdAt: Timestamp, ==> createdAt: Timestamp, status: Timestamp,',
    'kit/table/create.ts: ...newRevision(id), ==> ...newRevision(id), status: createdAtOf(id),',
  ],
  'another key of the claims': ['kit/table/unique.ts: pk: `$ ==> pk: `_$'],
  'an updatedAt that is no longer written': [
    "kit/table/expression.ts: : [])).join(' '), ==> : [])).join(' ').replace('= :updatedAt', '= if_not_exists(#updatedAt, :updatedAt)'),",
  ],
};

test.each(Object.entries(plantedUpgrades))('the check finds %s', async (_, edits) => {
  const bundles = temporaryFolder();
  await bundleWithDefects(edits, bundles);
  const { failures } = await playVersions({ seed: 1 }, () => [today, { bundles, resources }], 100);
  // A version that fails to start is no finding.
  expect(failures).toContainEqual(expect.stringMatching(/^made by the (old|new) code, /));
});
