import type { Entity } from '../../../../functions/kit/entity';
import { indexed, withDefault } from '../../../../functions/kit/model/field';
import { oneOf } from '../../../../functions/kit/model/kinds';
import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import { postsDocs } from '../../../../functions/posts/docs';
import { users } from '../../../../functions/users/store';
import { skipPauses } from '../../../support/time';
import { ann, anns, bob, counterOfAnn, emailOfAnn, emailOfBob, path, useStored } from './stored';

const { read, edit, send, onCall, verify } = useStored();

const isWhole = [0, '8 items, nothing is torn'];

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
  await edit({ [counterOfAnn]: { userId__count: 5 } });
  onCall({
    Scan: async ({ ConsistentRead }) => {
      if (ConsistentRead) await send({ line: 'POST /posts', body: { title: 'new', userId: ann } });
    },
  });
  const found = `user ${ann} has userId__count 6 and 2 posts`;
  const advice = 'the service changes it just now, so verify again';
  expect((await verify({ fix: true })).slice(0, 2)).toEqual([1, `${found}; ${advice}`]);
  onCall({});
  expect((await verify({ fix: true })).slice(0, 2)).toEqual([
    0,
    `${found}; --fix did write its counter with 2 children`,
  ]);
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
  expect(await run('posts.subtitle', 'users.subtitle', 'posts.title', 'posts.rev', 'counters.userId__count')).toEqual([
    0,
    `${inPosts} did remove it from 1`,
    inUsers.replace('--remove users.subtitle would remove it', 'did remove it from 2'),
  ]);
  expect(await read()).toEqual(before);
});

test('--fix removes the counts of children whose resource is gone, so that their parents can be deleted', async () => {
  const before = await read();
  await edit({ [counterOfAnn]: { note_userId__count: 2, children__total: 3 } });
  const found = '1 items have counters.note_userId__count, which no model knows; --fix';
  const name = 'counters.note_userId__count';
  expect((await verify())[1]).toBe(`${found} --remove ${name} would remove it`);
  expect((await verify({ fix: true, remove: [name] })).slice(0, 2)).toEqual([0, `${found} did remove it from 1`]);
  expect(await read()).toEqual(before);
});

// Code from before a declaration writes beside this code, as in a canary.
test('--fix claims the values of a field that becomes unique, and again what old code has written', async () => {
  const sendByOldCode = async (line: string, body?: object, headers = {}) => {
    const fields = users.fields.map((each) => ({ ...each, field: { ...each.field, unique: undefined } }));
    const { restore } = jest.replaceProperty(users as Entity, 'fields', fields);
    await send({ line, body, headers });
    restore();
  };
  await edit({ [emailOfAnn]: undefined, [emailOfBob]: undefined });
  expect(await verify({ fix: true })).toContain('6 items, 2 torn, 2 fixed');
  await sendByOldCode(`PUT ${path}/${anns}`, { name: 'Cid', email: 'cid@x.example' }, { 'if-none-match': '*' });
  await sendByOldCode(`PATCH ${path}/${bob}`, { email: 'bobby@x.example' });
  await sendByOldCode(`DELETE ${path}/${ann}?force=true`);
  await send({ line: `PATCH ${path}/${anns}`, body: { email: 'c@x.example' } });
  const eve = await send({ line: `POST ${path}`, body: { name: 'Eve', email: 'bobby@x.example' } });
  const found = await verify({ fix: true });
  expect(found).toContain(`claim ${emailOfBob} is of user ${bob}, which has another email; --fix did delete the claim`);
  const advice = `change the email of user ${eve.id} by the API, then verify again`;
  const shared = `user ${bob} has the email of user ${eve.id}, which has the claim; ${advice}`;
  expect(found.slice(-2)).toEqual([shared, '11 items, 3 torn, 2 fixed']);
  await send({ line: `DELETE ${path}/${eve.id}` });
  expect((await verify({ fix: true })).at(-1)).toMatch(/ 1 torn, 1 fixed$/);
});

test('--fix writes the default of a field that becomes indexed, and again in what old code has created', async () => {
  const field = indexed(withDefault(oneOf('calm', 'cross'), 'calm'));
  const mood = { collection: 'POST', name: 'mood', attribute: 'post_mood', field };
  jest.replaceProperty(postsDocs as Resource, 'fields', [...postsDocs.fields, mood]);
  for (const moods of [2, 3]) {
    expect((await verify({ fix: true }))[0]).toBe(0);
    expect((await read()).filter(({ post_mood }) => post_mood === 'calm')).toHaveLength(moods);
    await send({ line: 'POST /posts', body: { title: 'of old code' } });
  }
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
