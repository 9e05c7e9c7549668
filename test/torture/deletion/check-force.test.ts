import { checkForce } from './check-force';

test('a user with more posts than there is time for goes by repeating, and no answer is half true', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const [finding] = await checkForce(run, { posts: 450, leftMs: 1350 });
  expect(finding?.failures).toEqual([]);
  expect(finding?.measured).toMatch(/^503 after/);
});
