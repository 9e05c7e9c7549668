import { checkModels } from './check-models';

test('the contract holds for resources of random names, fields and relations', async () => {
  expect(await checkModels({ seed: 1 }, 40)).toEqual({
    measured: expect.stringMatching(/^[12]\d\d versions of resources in 40 chains, [12]\d chains/),
    failures: [],
  });
});
