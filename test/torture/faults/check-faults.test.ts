import { checkFaults } from './check-faults';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test('every response is true while 15 % of the calls to the table fail', async () => {
  const findings = await checkFaults(run, { rate: 0.15, faults: 60, clients: 16, minAnswered: 0.9 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});

test('99 of 100 requests are answered while an item of every third transaction is throttled', async () => {
  const findings = await checkFaults(run, {
    rate: 0.3,
    faults: 60,
    clients: 4,
    minAnswered: 0.99,
    only: ['throttleItem'],
  });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});
