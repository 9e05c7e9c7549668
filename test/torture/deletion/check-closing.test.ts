import { checkClosing } from './check-closing';

test('deletions by force against creations, faults and clock jumps leave no post without its user', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const [finding] = await checkClosing(run, { rounds: 10, writers: 4, rate: 0.15 });
  expect(finding).toMatchObject({ measured: expect.stringMatching(/^[1-9]\d* posts/), failures: [] });
});
