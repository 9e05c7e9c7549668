import { versionsOf } from '../../../functions/kit/resources';
import { resources } from '../../../functions/resources';
import { temporaryFolder } from '../../support/folder';
import { bundleWithDefects } from '../explore/planted';
import { checkUpgrade, playVersions, sharedScenarios } from './check-upgrade';
import { lastRelease } from './versions';

const today = { resources };

test.each([
  [`the code of ${lastRelease() || 'this commit, for want of a tag,'} and this code share a table`, undefined, []],
  ['names a commit that is missing', 'v0', ['This repository has no commit v0. Name another one with --from.']],
])('%s', async (_, from, failures) => {
  expect(await checkUpgrade({ seed: 1, from }, 40)).toMatchObject({ failures });
});

test('a resource of one version only is left out', () => {
  const fewer = { ...today, resources: resources.slice(0, 1).flatMap(versionsOf) };
  expect(sharedScenarios([today, fewer])).toEqual(sharedScenarios([fewer, fewer]));
  expect(sharedScenarios([fewer, today])).toEqual(sharedScenarios([fewer, fewer]));
});

/** Changes of the stored items, each by edits of the sources. */
const plantedUpgrades = {
  'a new required attribute': [
    'kit/model/models.ts: createdAt: Instant, ==> createdAt: Instant, status: Instant,',
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
