import { pluralIn } from '../../../functions/kit/model/relation';
import { resources } from '../../../functions/resources';
import { checkExplore } from './check-explore';
import { scenarios } from './scenarios';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

/** Scenarios that do not follow from the examples of a resource, which resource-scenario.test.ts plays. */
const written = Object.keys(scenarios).filter((name) => !resources.some(({ path }) => pluralIn(path) === name));

test.each([
  ['two requests in every order of their calls', { requests: 2, faults: 0, scenarios: written }],
  [
    'two requests with a fault, one of which makes the other outdated',
    { requests: 2, faults: 1, scenarios: ['a freed e-mail address', 'a freed id', 'an old ETag'] },
  ],
  ['three requests in some orders of their calls', { requests: 3, faults: 1, oneOf: 3, draws: 9 }],
  ['a request of a function without a retry left', { requests: 1, faults: 1, isWorn: true, oneOf: 10 }],
] as const)('no write is lost or doubled, and every response is true, for %s', async (_, size) => {
  expect(await checkExplore(run, size)).toMatchObject({ failures: [] });
});
