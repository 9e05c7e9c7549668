import { pluralIn } from '../../../functions/kit/model/relation';
import { resources } from '../../../functions/resources';
import { otherResources } from '../../support/every-resource';
import { checkExplore } from './check-explore';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

/** Resources of your own, or users and posts if there are none. */
const played = otherResources.length > 0 ? otherResources : resources;

test.each(played.map(({ path }) => pluralIn(path)))(
  'no order of two requests to %s gives a false response',
  async (name) => {
    expect(await checkExplore(run, { requests: 2, faults: 0, scenarios: [name] })).toMatchObject({ failures: [] });
  },
);
