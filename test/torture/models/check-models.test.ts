import { checkModels } from './check-models';

test('the contract holds for resources of random names, fields and relations', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '' };
  expect(await checkModels(run, 100)).toEqual({
    measured: expect.stringMatching(/^2\d\d resources in 100 chains, \d chains/),
    failures: [],
  });
});
