import { checkExplore } from './check-explore';

// The official client takes much longer to start than the lean one, so a part of the requests is drawn for that client.
const oneOf = process.env.CLIENT === 'sdk' ? 10 : 1;

test('a request with a fault at any call to DynamoDB, and its repetition, lose no write and get true responses', async () => {
  expect(await checkExplore({ seed: 1 }, { requests: 1, faults: 1, oneOf })).toMatchObject({ failures: [] });
});
