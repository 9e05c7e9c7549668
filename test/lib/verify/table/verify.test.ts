import { authorship } from '../../../../functions/posts/model';
import { keyIn } from '../../../../functions/table/relation';
import { checkParent } from '../../../../lib/verify/table/children';
import { errorReply } from '../../../support/dynamodb/recorder';
import { storePosts } from '../../../support/dynamodb/store-posts';
import { nobody } from '../../../support/service';
import { ann, anns, bob, brokenIn, claimOfAnn, claimOfBob, path, useTable } from './torn';

const { read, set, send, onCall, verify, printed, put, remove, change, database } = useTable();

const absent = { 'if-none-match': '*' };

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
    make: () => put({ ...claimOfBob, ownerId: nobody }),
    found: `user ${bob} has an address whose claim is of user ${nobody}`,
    mend: 'give the user the claim',
    live: { line: `PUT ${path}/${nobody}`, body: { name: 'Eve', email: 'eve@x.example' }, headers: absent },
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
  onCall({
    TransactWriteItems: async () => {
      onCall({});
      await send(live);
      return undefined;
    },
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

test('a child that must have a parent stays until the operator creates the parent again', async () => {
  const look = { read: async () => undefined, childIds: async () => [] };
  const tear = await checkParent(authorship, false)({ sk: anns, rev: 'one', userId: ann }, look);
  const mend = 'create this user by PUT with If-None-Match: *, then verify again';
  expect(tear).toEqual({ found: `post ${anns} names user ${ann}, which does not exist`, mend, seen: ['one'] });
  await Promise.all([remove(keyIn('user', ann)), remove(claimOfAnn)]);
  await send({ line: `PUT ${path}/${ann}`, body: { name: 'Ann', email: 'ann@x.example' }, headers: absent });
  expect(await verify({ fix: true })).toContain(
    `user ${ann} has postCount 0 and 1 posts; --fix did set postCount to 1`,
  );
});

test('an interrupted run says where to go on, and the next run finds the rest', async () => {
  await storePosts(database(), { userId: bob, count: 50, content: 'x'.repeat(50_000) });
  await Promise.all([change(ann, 'postCount', 5), remove(claimOfAnn), change(bob, 'email', 'new@x.example')]);
  const [, ...lines] = await verify();
  expect(lines).toHaveLength(5);
  let scans = 0;
  onCall({ Scan: async () => (++scans === 2 ? errorReply('ExpiredTokenException') : undefined) });
  const error = await verify().catch((thrown) => thrown);
  expect(error.message).toMatch(/^secret; checked \d+ items; to go on from here, add --from \S+$/);
  expect(printed()).toEqual(lines.slice(0, 1));
  const [, ...rest] = await verify({ from: error.message.split(' ').at(-1) });
  expect(rest.slice(0, -1)).toEqual(lines.slice(1, -1));
});

test('a table with another plan is refused, and --fix mends nothing', async () => {
  await remove(claimOfAnn);
  await put({ pk: 'USER#2027-01-01T00:00Z#1', sk: bob });
  const before = await read();
  await expect(verify({ fix: true })).rejects.toThrow(
    `The plan of this code does not look for ${bob} in USER#2027-01-01T00:00Z#1; use the commit of the deployed stage`,
  );
  expect(await read()).toEqual(before);
});

test('an interrupted run says to go on before a count that it has not proved', async () => {
  await change(ann, 'postCount', 5);
  const item = (await read()).find(({ sk }) => sk?.S === ann);
  const page = { status: 200, body: { Items: [item], LastEvaluatedKey: { pk: item?.pk, sk: item?.sk } } };
  let scans = 0;
  onCall({ Scan: async () => (++scans === 1 ? page : errorReply('ExpiredTokenException')) });
  await expect(verify()).rejects.toThrow(new Error('secret; checked 1 items'));
});

test.each([
  [{ table: 'nowhere' }, 'There is no table nowhere in eu-central-1; checked 0 items'],
  [{ units: Number('fast') }, '--units is NaN; allowed: a number of units a second, such as 300'],
  [{ from: 'here' }, '--from is here; allowed: the text that an earlier run printed'],
])('%j is refused by one sentence', async (options, message) => {
  await expect(verify(options)).rejects.toThrow(new Error(message));
});
