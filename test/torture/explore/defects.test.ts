import { temporaryFolder } from '../../support/folder';
import { checkExplore } from './check-explore';
import { plantedDefects } from './defects';
import { bundleWithDefects } from './planted';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

for (const { defect, needs, size } of plantedDefects) {
  const [testPlanted, lack] = size.scenarios?.length ? [test, ''] : [test.skip, `, when a resource has ${needs}`];
  testPlanted(`the explorer finds the defect ${defect}${lack}`, async () => {
    const bundles = temporaryFolder();
    await bundleWithDefects([defect], bundles);
    const { failures } = await checkExplore(run, { ...size, bundles, maxFailures: 1 });
    expect(failures).toEqual([expect.any(String)]);
  });
}
