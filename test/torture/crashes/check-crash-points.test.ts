import { checkCrashPoints } from './check-crash-points';

test('a process that is killed at any DynamoDB call leaves no write half done', async () => {
  const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };
  const scenarios = ['createPost with an author and a key', 'updateUser with another e-mail', 'removeUser with posts'];
  const [finding] = await checkCrashPoints(run, { scenarios });
  expect(finding).toMatchObject({ measured: '18 crash points on 3 routes', failures: [] });
});
