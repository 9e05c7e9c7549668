import { resources } from '../../../../functions/resources';
import { type Collection, plan, shardOf } from '../../../../functions/table/shards';
import { ann, anns, bob, useTable } from './torn';

const { read, set, edit, send, onCall, verify } = useTable();

test('the items of resources named emails and keys are no e-mail items and no idempotency keys', async () => {
  const [{ length }, own] = [resources, ['EMAIL', 'KEY']];
  Object.assign(resources, [...resources, ...own.map((collection) => ({ collection, path: `/${collection}` }))]);
  Object.assign(plan, Object.fromEntries(own.map((collection) => [collection, [{ from: '2023-01-01', shards: 9 }]])));
  await send({ line: 'POST /posts', body: { title: 'x' }, headers: { 'idempotency-key': 'x' } });
  const ids = [bob, bob.replace('0189', '0170')];
  const keys = own.flatMap((each) => ids.map((sk) => ({ pk: shardOf(each as Collection, sk), sk })));
  await set([...(await read()), ...keys]);
  const before = await read();
  expect(await verify({ fix: true })).toEqual([0, '12 items, nothing is torn']);
  expect(await read()).toEqual(before);
  Object.assign(resources, { length });
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
