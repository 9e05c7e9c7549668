import { checkFuzz } from './check-fuzz';

test('random and hostile requests get responses that the contract allows', async () => {
  process.env.TABLE_NAME = 'table';
  const run = { seed: 7, assembly: '', progress: () => undefined };
  // Leaves out the finding about CPU time, because other tests run at the same time.
  const [responses, , sideEffects] = await checkFuzz(run, { requests: 1000 });
  expect([responses?.failures, sideEffects?.failures]).toEqual([[], []]);
});
