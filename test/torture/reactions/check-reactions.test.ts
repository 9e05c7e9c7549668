import { scenarios } from '../explore/scenarios/scenarios';
import { checkReactions } from './check-reactions';

const names = Object.keys(scenarios).filter((name) => / (plain|key used|older parents|owned)$/.test(name));

test('a reaction gets each change that the table has, in order, and makes one note of each', async () => {
  const size = { scenarios: names, oneOf: 60, draws: 2, deliveries: 3 };
  expect(await checkReactions({ seed: 1 }, size)).toMatchObject({ failures: [] });
});
