import { checkExplore } from '../torture/explore/check-explore';

// The official client takes much longer to start than the lean one, so a part of the requests is drawn for that client.
const oneOf = process.env.CLIENT === 'sdk' ? 30 : 1;

test('a request with a fault at any call to DynamoDB, and its repetition, lose no write and get true responses', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  expect(await checkExplore(run, { requests: 1, faults: 1, oneOf })).toMatchObject({ failures: [] });
});
