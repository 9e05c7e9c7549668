import { checkFuzz } from './check-fuzz';

test('the contract allows every response to a few random requests', async () => {
  // The slowest request takes 30 ms, and on a machine with other tests beside it 58.
  expect(await checkFuzz({ seed: 1 }, { requests: 500, maxCpuMs: 100 })).toMatchObject({ failures: [] });
});
