import { checkDefect, checkService } from './check-history';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test('the responses to concurrent clients have an order that explains them', async () => {
  expect(await checkService(run, { operations: 200, rates: [0.15], concurrency: 4 })).toMatchObject({ failures: [] });
});

test('the check of histories finds an update that is applied twice', async () => {
  expect(await checkDefect(run, { rates: [0.15], concurrency: 4 }, 'double apply')).toMatchObject({ failures: [] });
});
