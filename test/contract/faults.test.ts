import { checkExplore } from '../torture/explore/check-explore';

test('a request with a fault at any call to DynamoDB, and its repetition, lose no write and get true responses', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  expect(await checkExplore(run, { requests: 1, faults: 1 })).toMatchObject([{ failures: [] }]);
});
