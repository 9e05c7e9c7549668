import { checkModels } from './check-models';

test('the contract holds for resources of random names, fields and relations', async () => {
  expect(await checkModels({ seed: 1 }, 100)).toEqual({
    measured: expect.stringMatching(/^3\d\d versions of resources in 100 chains, [23]\d chains/),
    failures: [],
  });
});
