import { shapes } from '../../support/declared';
import { checkExplore } from './check-explore';
import { scenarios } from './scenarios/scenarios';

/** The official client takes much longer to start than the lean one, so it plays a part of the requests to each shape. */
const isSlow = process.env.CLIENT === 'sdk';
const isPlayed = (name: string) => !isSlow || shapes.some(({ label }) => name.startsWith(`${label} `));

test('a request with a fault at any call to DynamoDB, and its repetition, lose no write and get true responses', async () => {
  const names = Object.keys(scenarios).filter(isPlayed);
  const size = { requests: 1, faults: 1, oneOf: isSlow ? 20 : 1, scenarios: names } as const;
  expect(await checkExplore({ seed: 1 }, size)).toMatchObject({ failures: [] });
});
