import { temporaryFolder } from '../../support/folder';
import { checkExplore } from './check-explore';
import { plantedDefects } from './defects';
import { bundleWithDefects } from './planted';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test.each(plantedDefects)('the explorer finds the defect $defect', async ({ defect, size }) => {
  const bundles = temporaryFolder();
  await bundleWithDefects([defect], bundles);
  const { failures } = await checkExplore(run, { ...size, bundles, maxFailures: 1 });
  expect(failures).toEqual([expect.any(String)]);
});
