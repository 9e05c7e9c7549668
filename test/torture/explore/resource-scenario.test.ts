import { describeShapes } from '../../support/every-resource';
import { checkExplore } from './check-explore';
import { scenarios } from './scenarios';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '' };

describeShapes('%s', (plural) => {
  test('no order of two requests gives a false response', async () => {
    const own = Object.keys(scenarios).filter((name) => name.startsWith(`${plural} `));
    expect(await checkExplore(run, { requests: 2, faults: 0, scenarios: own })).toMatchObject({ failures: [] });
  });
});
