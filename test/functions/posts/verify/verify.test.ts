import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import { postsDocs } from '../../../../functions/posts/docs';
import { authorship } from '../../../../functions/posts/model';
import { brokenInvariants } from '../../../support/dynamodb/invariants';
import { mintIds, storeItems } from '../../../support/dynamodb/store-items';
import { errorReply } from '../../../support/fake-server';
import { nobody } from '../../../support/service';
import { ann, anns, bob, counterOfAnn, counterOfBob, emailOfAnn, emailOfBob, path, useStored } from './stored';

const { read, set, edit, send, onCall, verify, printed, database } = useStored();

const absent = { 'if-none-match': '*' };

/** Edits that make each tear, what is found, and what --fix does. The request `meanwhile` changes a torn item. */
const tears = [
  {
    edits: { [bob]: undefined, [counterOfBob]: undefined },
    found: `claim ${emailOfBob} is of user ${bob}, which does not exist`,
    fix: 'delete the claim',
    meanwhile: { line: `PUT ${path}/${bob}`, body: { name: 'Bob', email: 'b@x.example' }, headers: absent },
  },
  {
    edits: { [emailOfBob]: undefined },
    found: `user ${bob} has no claim of its email`,
    fix: 'write the claim',
    meanwhile: { line: `PATCH ${path}/${bob}`, body: { name: 'Bobby' } },
  },
  {
    edits: { [emailOfBob]: { ownerId: nobody } },
    found: `user ${bob} has no claim of its email`,
    fix: 'write the claim',
    meanwhile: { line: `PATCH ${path}/${bob}`, body: { name: 'Bobby' } },
    // Passes over the claim, which --fix would delete before it comes to the user.
    from: Buffer.from('USER\n0').toString('base64url'),
  },
  {
    edits: { [counterOfAnn]: { userId__count: 5 } },
    found: `user ${ann} has userId__count 5 and 1 posts`,
    fix: 'write its counter with 1 child',
    meanwhile: { line: `PATCH /posts/${anns}`, body: { userId: null } },
  },
  {
    edits: { [ann]: undefined, [counterOfAnn]: undefined, [emailOfAnn]: undefined },
    found: `post ${anns} names user ${ann}, which does not exist`,
    fix: 'remove its userId',
    meanwhile: { line: `PATCH /posts/${anns}`, body: { title: 'other' } },
  },
];

test.each<[what: string, change: { owner?: string; children__total?: number }, found: string]>([
  ['of another owner', { owner: 'bob' }, `user ${ann} has a counter of another owner`],
  ['with another sum', { children__total: 7 }, `user ${ann} has children__total 7 and 1 children`],
])('--fix writes a counter %s', async (_, change, found) => {
  await edit({ [counterOfAnn]: change });
  expect(await verify({ fix: true })).toContain(`${found}; --fix did write its counter with 1 child`);
  expect(brokenInvariants(await read())).toEqual([]);
});

test.each(tears)('--fix does not $fix when an item changes meanwhile: $found', async (row) => {
  const { edits, found, fix, meanwhile, from } = row;
  await edit(edits);
  const sum = expect.stringMatching(/ items, 1 torn, 0 fixed$/);
  expect(await verify({ from })).toEqual([1, `${found}; --fix would ${fix}`, sum]);
  onCall({
    TransactWriteItems: async () => {
      onCall({});
      await send(meanwhile);
    },
  });
  const reason = 'because an item has changed or was busy, so verify again';
  expect(await verify({ from, fix: true })).toEqual([1, `${found}; --fix could not ${fix}, ${reason}`, sum]);
});

test('a child that must have a parent stays until the operator creates the parent again', async () => {
  await edit({ [ann]: undefined, [counterOfAnn]: undefined, [emailOfAnn]: undefined });
  const userId = { parent: authorship, stored: authorship.stored };
  jest.replaceProperty(postsDocs as Resource, 'input', { ...postsDocs.input, userId });
  const advice = 'after --fix, create this user by PUT with If-None-Match: *, then verify again';
  expect(await verify({ fix: true })).toContain(`post ${anns} names user ${ann}, which does not exist; ${advice}`);
  await send({ line: `PUT ${path}/${ann}`, body: { name: 'Ann', email: 'ann@x.example' }, headers: absent });
  const found = `user ${ann} has userId__count 0 and 1 posts; --fix did write its counter with 1 child`;
  expect(await verify({ fix: true })).toContain(found);
});

test('an interrupted run says where to go on, and the next run finds the rest', async () => {
  await edit({ [counterOfAnn]: { userId__count: 5 }, [emailOfAnn]: undefined, [bob]: { email: 'new@x.example' } });
  await storeItems(database(), postsDocs, { ids: mintIds(50), values: { userId: bob, content: 'x'.repeat(50_000) } });
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

test('an interrupted run says to go on before a count that it has not confirmed', async () => {
  await edit({ [counterOfAnn]: { userId__count: 5 } });
  const key = { pk: { S: 'USER' }, sk: { S: ann } };
  const page = { status: 200, body: { Items: [key], LastEvaluatedKey: key } };
  let scans = 0;
  onCall({ Scan: async () => (++scans === 1 ? page : errorReply('ExpiredTokenException')) });
  await expect(verify()).rejects.toThrow(new Error('secret; checked 1 items'));
});

test('a table with another plan is refused, and --fix changes nothing', async () => {
  await edit({ [emailOfAnn]: undefined });
  await set([...(await read()), { pk: 'USER#2027-01-01T00:00Z#1', sk: bob }]);
  const before = await read();
  const reason = `The plan of this code does not look for ${bob} in USER#2027-01-01T00:00Z#1`;
  await expect(verify({ fix: true })).rejects.toThrow(`${reason}; use the commit of the deployed stage`);
  expect(await read()).toEqual(before);
});

test.each([
  [{ table: 'nowhere' }, 'There is no table nowhere in eu-central-1; checked 0 items'],
  [{ units: Number('fast') }, '--units is NaN; allowed: a number of units a second, such as 300'],
  [{ from: 'here' }, '--from is here; allowed: the text that an earlier run printed'],
])('%j is refused by one sentence', async (options, message) => {
  await expect(verify(options)).rejects.toThrow(new Error(message));
});
