import { checkKill } from './check-kill';

test('a service that is killed with -9 twice under load loses no acknowledged write', async () => {
  const { failures } = await checkKill({ rounds: 2, writers: 4 });
  expect(failures).toEqual([]);
});
