import { describeShapes } from '../../support/declared';
import { checkExplore } from './check-explore';
import { scenarios } from './scenarios/scenarios';

/** Plays one of this many pairs. The copy of the project that has deep resources draws some, because all take minutes. */
const oneOf = Number(process.env.EXPLORE_ONE_OF ?? 1);

describeShapes('%s', (plural) => {
  test('no order of two requests gives a false response', async () => {
    const own = Object.keys(scenarios).filter((name) => name.startsWith(`${plural} `));
    const size = { requests: 2, faults: 0, oneOf, scenarios: own } as const;
    expect(await checkExplore({ seed: 1 }, size)).toMatchObject({ failures: [] });
  });
});
