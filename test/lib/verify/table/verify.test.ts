import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../../../functions/dynamodb/client';
import { keyIn } from '../../../../functions/table/relation';
import type { ItemKey } from '../../../../functions/table/shards';
import { emailKeyOf } from '../../../../functions/users/email';
import { errorReply } from '../../../support/dynamodb/recorder';
import { storePosts } from '../../../support/dynamodb/store-posts';
import { nobody } from '../../../support/service';
import { skipPauses, useFixedTime } from '../../../support/time';
import { scenarios } from '../../../torture/explore/scenarios';
import { brokenIn, useTable } from './torn';

const { read, set, send, onCall, verify, printed, database } = useTable();
const onTable = () => ({ TableName: database().TableName });

const [ann = '', bob = '', anns = ''] = [1, 2, 3].map((number) => `01890000-0000-7000-8000-00000000000${number}`);
const absent = { 'if-none-match': '*' };
const path = '/api/v1/users';
const [claimOfAnn, claimOfBob] = [emailKeyOf('ann@x.example'), emailKeyOf('bob@x.example')];

beforeEach(async () => {
  for (const request of scenarios.plain?.setup ?? []) await send(request);
});

const remove = (Key: ItemKey) => client.send(new DeleteCommand({ ...onTable(), Key }));
const change = (id: string, attribute: string, value: unknown) => {
  const values = { ExpressionAttributeValues: { ':value': value } };
  const UpdateExpression = `SET ${attribute} = :value`;
  return client.send(new UpdateCommand({ ...onTable(), Key: keyIn('user', id), UpdateExpression, ...values }));
};

/** Tears, how each is made, what is found, and what --fix does. The last request changes a torn item. */
const tears = [
  {
    name: 'a claim without its user',
    make: () => remove(keyIn('user', bob)),
    found: `claim ${claimOfBob.pk} is of user ${bob}, who does not exist`,
    mend: 'delete the claim',
    live: { line: `PUT ${path}/${bob}`, body: { name: 'Bob', email: 'b@x.example' }, headers: absent },
  },
  {
    name: 'a user without a claim',
    make: () => remove(claimOfBob),
    found: `user ${bob} has an address whose claim does not exist`,
    mend: 'give the user the claim',
    live: { line: `PATCH ${path}/${bob}`, body: { name: 'Bobby' } },
  },
  {
    name: 'a claim of nobody instead of the user',
    make: () => client.send(new PutCommand({ ...onTable(), Item: { ...claimOfBob, ownerId: nobody } })),
    found: `user ${bob} has an address whose claim is of user ${nobody}`,
    mend: 'give the user the claim',
    live: { line: `PATCH ${path}/${bob}`, body: { name: 'Bobby' } },
    // Passes over the claim, which --fix would delete before it comes to the user.
    from: Buffer.from('USER\n0').toString('base64url'),
  },
  {
    name: 'a wrong count',
    make: () => change(ann, 'postCount', 5),
    found: `user ${ann} has postCount 5 and 1 posts`,
    mend: 'set postCount to 1',
    live: { line: `PATCH /posts/${anns}`, body: { userId: null } },
  },
  {
    name: 'a post that names nobody',
    make: () => Promise.all([remove(keyIn('user', ann)), remove(claimOfAnn)]),
    found: `post ${anns} names user ${ann}, which does not exist`,
    mend: 'remove its userId',
    live: { line: `PATCH /posts/${anns}`, body: { title: 'other' } },
  },
];

test.each(tears)('$name is named, stays when the service changes an item meanwhile, and is mended', async (row) => {
  const { make, found, mend, live, from } = row;
  await make();
  const torn = await read();
  expect(await verify({ from })).toEqual([
    1,
    `${found}; --fix would ${mend}`,
    expect.stringMatching(/ 1 torn, 0 mended$/),
  ]);
  expect(await read()).toEqual(torn);
  onCall('TransactWriteItems', async () => {
    onCall('TransactWriteItems');
    await send(live);
    return undefined;
  });
  const reason = 'because an item has changed or was busy, so verify again';
  expect((await verify({ from, fix: true })).slice(0, 2)).toEqual([1, `${found}; --fix could not ${mend}, ${reason}`]);
  await set(torn);
  expect(await verify({ from, fix: true })).toEqual([
    0,
    `${found}; --fix did ${mend}`,
    expect.stringMatching(/ 1 mended$/),
  ]);
  expect(brokenIn(await read())).toEqual([]);
});

test('two users with one address stay until one has another address', async () => {
  await change(bob, 'email', 'ANN@x.example');
  const found = `user ${bob} has the address of user ${ann}, who has the claim`;
  const advice = `change the address of user ${ann} by the API, then verify again`;
  expect(await verify({ fix: true })).toEqual([
    1,
    `claim ${claimOfBob.pk} is of user ${bob}, who has another address; --fix did delete the claim`,
    `${found}; ${advice}`,
    '6 items, 2 torn, 1 mended',
  ]);
  await send({ line: `PATCH ${path}/${ann}`, body: { email: 'other@x.example' } });
  expect((await verify({ fix: true }))[0]).toBe(0);
  await send({ line: `DELETE ${path}/${bob}` });
});

test('a count is right although the index does not show a new post yet', async () => {
  onCall('Query', async () => ({ status: 200, body: { Items: [], Count: 0 } }));
  expect(await verify({ fix: true })).toEqual([0, '6 items, nothing is torn']);
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
    isDone = true;
  };
  const writing = write();
  while (!isDone) expect((await verify({ fix: true })).join()).not.toContain('--fix');
  await writing;
  expect(brokenIn(await read())).toEqual([]);
});

test('an interrupted run says where to go on, and the next run finds the rest', async () => {
  await storePosts(database(), { userId: bob, count: 50, content: 'x'.repeat(50_000) });
  await Promise.all([change(ann, 'postCount', 5), remove(claimOfAnn), change(bob, 'email', 'new@x.example')]);
  const [, ...lines] = await verify();
  expect(lines).toHaveLength(5);
  let scans = 0;
  onCall('Scan', async () => (++scans === 2 ? errorReply('ExpiredTokenException') : undefined));
  const error = await verify().catch((thrown) => thrown);
  expect(error.message).toMatch(/^secret; checked \d+ items; to go on from here, add --from \S+$/);
  expect(printed()).toEqual(lines.slice(0, 1));
  const [, ...rest] = await verify({ from: error.message.split(' ').at(-1) });
  expect(rest.slice(0, -1)).toEqual(lines.slice(1, -1));
});

test.each([
  [{ table: 'nowhere' }, 'There is no table nowhere in eu-central-1; checked 0 items'],
  [{ from: 'here' }, '--from is here; allowed: the text that an earlier run printed'],
])('%j is refused by one sentence', async (options, message) => {
  await expect(verify(options)).rejects.toThrow(new Error(message));
});

describe('the pace', () => {
  useFixedTime();

  test.each([1, 100])('allows %d units a second', async (units) => {
    const pause = skipPauses();
    pause.mockClear();
    await verify({ units });
    // Half a unit for the scan, and for each of four reads and two queries.
    expect(Math.max(...pause.mock.calls.map(([ms = 0]: number[]) => ms))).toBe(3500 / units);
  });
});
