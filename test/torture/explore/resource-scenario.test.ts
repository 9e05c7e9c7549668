import { pluralIn } from '../../../functions/model/relation';
import { resources } from '../../../functions/resources';
import { checkExplore } from './check-explore';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test.each(resources.map(({ path }) => pluralIn(path)))(
  'no order of requests to %s gives a false response',
  async (name) => {
    const alone = await checkExplore(run, { requests: 1, faults: 1, scenarios: [name] });
    const pairs = await checkExplore(run, { requests: 2, faults: 0, scenarios: [name] });
    expect([alone.failures, pairs.failures]).toEqual([[], []]);
  },
);
