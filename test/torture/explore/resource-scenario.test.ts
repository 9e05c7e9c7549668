import { pluralIn } from '../../../functions/kit/model/relation';
import { resources } from '../../../functions/resources';
import { otherResources } from '../../support/every-resource';
import { checkExplore } from './check-explore';
import { scenarios } from './scenarios';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

/** Resources of your own, or those of the service if there are none. */
const played = otherResources.length > 0 ? otherResources : resources;

test.each(played.map(({ path }) => pluralIn(path)))(
  'no order of two requests to %s gives a false response',
  async (plural) => {
    const own = Object.keys(scenarios).filter((name) => name.startsWith(`${plural} `));
    expect(await checkExplore(run, { requests: 2, faults: 0, scenarios: own })).toMatchObject({ failures: [] });
  },
);
