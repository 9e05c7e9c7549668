import { describeShapes } from '../../support/every-resource';
import { checkExplore } from './check-explore';
import { scenarios } from './scenarios';

describeShapes('%s', (plural) => {
  test('no order of two requests gives a false response', async () => {
    const own = Object.keys(scenarios).filter((name) => name.startsWith(`${plural} `));
    expect(await checkExplore({ seed: 1 }, { requests: 2, faults: 0, scenarios: own })).toMatchObject({ failures: [] });
  });
});
