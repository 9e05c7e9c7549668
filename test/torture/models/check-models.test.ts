import { checkModels } from './check-models';

test('the contract holds for resources of random names, fields and relations', async () => {
  expect(await checkModels({ seed: 1 }, 20)).toEqual({
    measured: expect.stringMatching(/^\d\d versions of resources in 20 chains, \d chains/),
    failures: [],
  });
});
