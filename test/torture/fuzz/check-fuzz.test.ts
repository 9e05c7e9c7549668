import { checkFuzz } from './check-fuzz';

test('no request that can be thought of breaks a handler', async () => {
  process.env.TABLE_NAME = 'table';
  const run = { seed: 7, assembly: '', progress: () => undefined };
  // The one between says how much processor time it takes: little of worth while other tests run beside this one.
  const [answers, , surroundings] = await checkFuzz(run, { requests: 1000 });
  expect([answers?.failures, surroundings?.failures]).toEqual([[], []]);
});
