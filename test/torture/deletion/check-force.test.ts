import { checkForce } from './check-force';

test('a deletion by force that exceeds its time finishes when it is repeated, and every response is true', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const [finding] = await checkForce(run, { posts: 450, leftMs: 1350 });
  expect(finding?.failures).toEqual([]);
  expect(finding?.measured).toMatch(/^503 after/);
});
