import { skipPauses, useFixedTime } from '../../../support/time';
import { ann, anns, bob, brokenIn, claimOfBob, path, useTable } from './torn';

const { change, read, send, onCall, verify } = useTable();

test('a count is right although a post that the index has never shown is replaced during the scan', async () => {
  let isScanned = false;
  const hide = async () => (isScanned ? undefined : { status: 200, body: { Items: [], Count: 0 } });
  const remove = async ({ ConsistentRead }: { readonly ConsistentRead?: boolean }) => {
    if (ConsistentRead) await send({ line: `DELETE /posts/${anns}` });
    isScanned = ConsistentRead === true;
    return undefined;
  };
  const replace = async () => {
    onCall({ GetItem: async () => undefined });
    await send({ line: 'POST /posts', body: { title: 'new', userId: ann } });
    return undefined;
  };
  onCall({ Query: hide, Scan: remove, GetItem: async () => (isScanned ? replace() : undefined) });
  expect(await verify({ fix: true })).toEqual([0, '6 items, nothing is torn']);
});

test('a user is whole who gets another address between two reads', async () => {
  let reads = 0;
  onCall({
    GetItem: async ({ Key }) => {
      if (Key?.pk?.S !== claimOfBob.pk) return undefined;
      reads++;
      if (reads === 2) await send({ line: `PATCH ${path}/${bob}`, body: { email: 'new@x.example' } });
      return reads === 1 ? { status: 200, body: {} } : undefined;
    },
  });
  expect(await verify()).toEqual([0, '6 items, nothing is torn']);
  expect(reads).toBe(2);
});

test('a count that changes during its proof stays', async () => {
  await change(ann, 'postCount', 5);
  onCall({
    Scan: async ({ ConsistentRead }) => {
      if (ConsistentRead) await send({ line: 'POST /posts', body: { title: 'new', userId: ann } });
      return undefined;
    },
  });
  const advice = 'the service changes it just now, so verify again';
  expect((await verify({ fix: true })).slice(0, 2)).toEqual([1, `user ${ann} has postCount 5 and 1 posts; ${advice}`]);
  onCall({});
  expect((await verify({ fix: true })).slice(0, 2)).toEqual([
    0,
    `user ${ann} has postCount 6 and 2 posts; --fix did set postCount to 2`,
  ]);
});

test('--fix changes nothing while the service writes', async () => {
  let isDone = false;
  const write = async () => {
    for (let i = 0; i < 20; i++) {
      const { id } = await send({ line: 'POST /posts', body: { title: 'new', userId: i % 2 ? ann : bob } });
      await send({ line: `PATCH ${path}/${ann}`, body: { email: `${i}@x.example` } });
      await send({ line: `PATCH /posts/${id}`, body: { userId: i % 3 ? ann : bob } });
      if (i % 4) await send({ line: `DELETE /posts/${id}` });
    }
  };
  const writing = write().finally(() => {
    isDone = true;
  });
  while (!isDone) expect((await verify({ fix: true })).join()).not.toContain('--fix');
  await writing;
  expect(brokenIn(await read())).toEqual([]);
});

describe('the pace', () => {
  useFixedTime();

  test('is the units that DynamoDB counts, by the units that are allowed in a second', async () => {
    const pause = skipPauses();
    const longestMs = async (units: number) => {
      pause.mockClear();
      await verify({ units });
      return Math.max(...pause.mock.calls.map(([ms = 0]: number[]) => ms));
    };
    // Half a unit for the scan, and for each of four reads and two queries.
    const ms = await longestMs(1);
    expect(ms).toBeGreaterThanOrEqual(3500);
    expect(await longestMs(100)).toBe(ms / 100);
  });
});
