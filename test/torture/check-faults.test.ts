import { checkFaults } from './check-faults';

test('says the truth while every seventh call to the table fails', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const findings = await checkFaults(run, { rate: 0.15, faults: 60, clients: 16, answered: 0.9 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
}, 60_000);
