import { checkExplore } from './check-explore';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test.each([
  ['two requests in every order of their calls', { requests: 2, faults: 0 }],
  [
    'two requests with a fault, one of which makes the other outdated',
    { requests: 2, faults: 1, scenarios: ['outdated'] },
  ],
  ['three requests in some orders of their calls', { requests: 3, faults: 1, draws: 3 }],
  ['a request of a function without a retry left', { requests: 1, faults: 1, isWorn: true, oneOf: 5 }],
] as const)('no write is lost or doubled, and every response is true, for %s', async (_, size) => {
  expect(await checkExplore(run, size)).toMatchObject({ failures: [] });
});
