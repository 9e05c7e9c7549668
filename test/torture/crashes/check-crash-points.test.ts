import { checkCrashPoints } from './check-crash-points';

test('a process that is killed at any call leaves nothing half done', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const ways = ['createPost with an author and a key', 'updateUser with another address', 'removeUser with posts'];
  const [finding] = await checkCrashPoints(run, { ways });
  expect(finding).toMatchObject({ measured: '18 points of 3 routes', failures: [] });
});
