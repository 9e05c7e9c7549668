import { pluralIn } from '../../../functions/model/relation';
import { resources } from '../../../functions/resources';
import { checkExplore } from './check-explore';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test.each(resources.map(({ path }) => pluralIn(path)))(
  'no order of two requests to %s gives a false response',
  async (name) => {
    expect(await checkExplore(run, { requests: 2, faults: 0, scenarios: [name] })).toMatchObject({ failures: [] });
  },
);
