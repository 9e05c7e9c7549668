import { skipPauses } from '../../../support/time';
import { ann, anns, bob, emailOfBob, path, useTable } from './torn';

const { read, edit, send, onCall, verify } = useTable();

const isWhole = [0, '6 items, nothing is torn'];

test('a count is right although a post that the index has never shown is replaced during the scan', async () => {
  let isScanned = false;
  onCall({
    Query: async () => (isScanned ? undefined : { status: 200, body: { Items: [], Count: 0 } }),
    Scan: async ({ ConsistentRead = false }) => {
      if (ConsistentRead) await send({ line: `DELETE /posts/${anns}` });
      isScanned = ConsistentRead;
    },
    GetItem: async () => {
      if (!isScanned) return;
      onCall({});
      await send({ line: 'POST /posts', body: { title: 'new', userId: ann } });
    },
  });
  expect(await verify({ fix: true })).toEqual(isWhole);
});

test('a user is whole who gets another address between two reads', async () => {
  let reads = 0;
  onCall({
    GetItem: async ({ Key }) => {
      if (Key?.pk?.S !== emailOfBob) return undefined;
      reads++;
      if (reads === 2) await send({ line: `PATCH ${path}/${bob}`, body: { email: 'new@x.example' } });
      return reads === 1 ? { status: 200, body: {} } : undefined;
    },
  });
  expect(await verify()).toEqual(isWhole);
  expect(reads).toBe(2);
});

test('--fix leaves a count that changes while it is confirmed', async () => {
  await edit({ [ann]: { postCount: 5 } });
  onCall({
    Scan: async ({ ConsistentRead }) => {
      if (ConsistentRead) await send({ line: 'POST /posts', body: { title: 'new', userId: ann } });
    },
  });
  const found = `user ${ann} has postCount 6 and 2 posts`;
  const advice = 'the service changes it just now, so verify again';
  expect((await verify({ fix: true })).slice(0, 2)).toEqual([1, `${found}; ${advice}`]);
  onCall({});
  expect((await verify({ fix: true })).slice(0, 2)).toEqual([0, `${found}; --fix did set postCount to 2`]);
});

test('--fix removes the attributes that --remove names, unless their item changes meanwhile', async () => {
  const before = await read();
  await edit({ [anns]: { subtitle: 'x' }, [ann]: { subtitle: 'x' }, [bob]: { subtitle: 'x' } });
  const inUsers = '2 items have users.subtitle, which no model knows; --fix --remove users.subtitle would remove it';
  const inPosts = '1 items have posts.subtitle, which no model knows; --fix';
  const run = async (...remove: string[]) => (await verify({ fix: true, remove })).slice(0, 3).sort();
  expect(await run()).toEqual([0, `${inPosts} --remove posts.subtitle would remove it`, inUsers]);
  onCall({ TransactWriteItems: () => edit({ [anns]: { rev: 'other' } }) });
  expect(await run('posts.subtitle')).toEqual([1, `${inPosts} did remove it from 0`, inUsers]);
  onCall({});
  await edit({ [anns]: { rev: before.find(({ sk }) => sk === anns)?.rev } });
  expect(await run('posts.subtitle', 'users.subtitle', 'posts.title', 'posts.rev', 'users.postCount')).toEqual([
    0,
    `${inPosts} did remove it from 1`,
    inUsers.replace('--remove users.subtitle would remove it', 'did remove it from 2'),
  ]);
  expect(await read()).toEqual(before);
});

test('the pauses are the units that DynamoDB counts, divided by --units', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(0);
  const pause = skipPauses();
  const longestMs = async (units: number, remove?: readonly string[]) => {
    pause.mockClear();
    await verify({ units, fix: remove !== undefined, remove });
    return Math.max(...pause.mock.calls.map(([ms = 0]) => ms));
  };
  // Half a unit for the scan, and for each of five reads and two queries.
  const ms = await longestMs(1);
  expect(ms).toBeGreaterThanOrEqual(4000);
  expect(await longestMs(100)).toBe(ms / 100);
  await edit({ [ann]: { subtitle: 'x' } });
  // One unit for the second scan, and two for the transaction.
  expect(await longestMs(1, ['users.subtitle'])).toBe(ms + 3000);
});
