import { serveOnly } from '../power';
import { checkKill } from './check-kill';

test('a service that is killed with -9 under load twice loses nothing that it acknowledged', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const [finding] = await checkKill(run, { start: serveOnly(), rounds: 2, writers: 4 });
  expect(finding?.failures).toEqual([]);
});
