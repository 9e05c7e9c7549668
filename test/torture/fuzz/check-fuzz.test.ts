import { checkFuzz } from './check-fuzz';

test('the contract allows every response to a few random requests', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '' };
  // The slowest request takes 30 ms, and on a machine with other tests beside it 58.
  expect(await checkFuzz(run, { requests: 500, maxCpuMs: 100 })).toMatchObject({ failures: [] });
});
