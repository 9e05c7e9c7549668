import { checkFaults } from './check-faults';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test('says the truth while every seventh call to the table fails', async () => {
  const findings = await checkFaults(run, { rate: 0.15, faults: 60, clients: 16, answered: 0.9 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});

test('answers 99 of 100 requests while an item of every third transaction is throttled', async () => {
  const findings = await checkFaults(run, {
    rate: 0.3,
    faults: 60,
    clients: 4,
    answered: 0.99,
    only: ['throttleItem'],
  });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});
