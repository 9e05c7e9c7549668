import { checkExplore } from './check-explore';
import { scenarios } from './scenarios/scenarios';

const outdating = Object.keys(scenarios).filter((name) => /a freed value|a freed id|an old ETag/.test(name));

test.each([
  [
    'two requests with a fault, one of which makes the other outdated',
    { requests: 2, faults: 1, scenarios: outdating },
  ],
  ['three requests in some orders of their calls', { requests: 3, faults: 1, oneOf: 3, draws: 9 }],
  ['a request of a function without a retry left', { requests: 1, faults: 1, isWorn: true, oneOf: 10 }],
] as const)('no write is lost or doubled, and every response is true, for %s', async (_, size) => {
  expect(await checkExplore({ seed: 1 }, size)).toMatchObject({ failures: [] });
});
