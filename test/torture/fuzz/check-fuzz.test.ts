import { checkFuzz } from './check-fuzz';

test('the contract allows every response to a few random requests', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  expect(await checkFuzz(run, { requests: 500 })).toMatchObject({ failures: [] });
});
