import { checkClosing } from './check-closing';

test('creations, deletions by force, faults and a jumping clock leave no orphan', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const [finding] = await checkClosing(run, { rounds: 10, writers: 4, rate: 0.15 });
  expect(finding).toMatchObject({ measured: expect.stringMatching(/^[1-9]\d* posts/), failures: [] });
});
