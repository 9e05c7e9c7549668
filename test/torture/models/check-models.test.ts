import { checkModels } from './check-models';

test('the contract holds for resources of random names, fields and relations', async () => {
  expect(await checkModels({ seed: 1 }, 100)).toEqual({
    measured: expect.stringMatching(/^2\d\d resources in 100 chains, \d chains/),
    failures: [],
  });
});
