import { checkKeys } from './check-keys';

test('an idempotency key creates one resource while calls to the table fail', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const findings = await checkKeys(run, { keys: 100, clients: 16 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});
