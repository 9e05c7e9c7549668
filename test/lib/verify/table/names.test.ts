import { resources } from '../../../../functions/resources';
import { type Collection, plan, shardOf } from '../../../../functions/table/shards';
import { ann, anns, bob, useTable } from './torn';

const { read, set, edit, send, onCall, verify } = useTable();

test('the items of resources named emails and keys are no e-mail items and no idempotency keys', async () => {
  const own = ['EMAIL', 'KEY'];
  const named = own.map((collection) => ({ collection, path: `/${collection.toLowerCase()}s` }));
  const { length } = resources;
  Object.assign(resources, [...resources, ...named]);
  Object.assign(plan, Object.fromEntries(own.map((collection) => [collection, [{ from: '2023-01-01', shards: 9 }]])));
  await send({ line: 'POST /posts', body: { title: 'x' }, headers: { 'idempotency-key': 'x' } });
  const keys = own.flatMap((collection) =>
    [bob, bob.replace('0189', '0170')].map((sk) => ({ pk: shardOf(collection as Collection, sk), sk, rev: 'x' })),
  );
  await set([...(await read()), ...keys]);
  const before = await read();
  const result = await verify({ fix: true }).finally(() => Object.assign(resources, { length }));
  expect(result).toEqual([0, '12 items, nothing is torn']);
  expect(await read()).toEqual(before);
});

test('--fix removes the unknown attributes that --remove names, and counts the others', async () => {
  const before = await read();
  await edit({ [anns]: { subtitle: 'x' }, [ann]: { subtitle: 'x' }, [bob]: { subtitle: 'x' } });
  const run = async (...remove: string[]) => {
    const [code, ...lines] = await verify({ fix: true, remove });
    return [code, ...lines.slice(0, -1).sort()];
  };
  const inUsers = '2 items have users.subtitle, which no model knows; --fix --remove users.subtitle would remove it';
  const inPosts = '1 items have posts.subtitle, which no model knows; --fix ';
  expect(await run()).toEqual([0, `${inPosts}--remove posts.subtitle would remove it`, inUsers]);
  onCall({
    TransactWriteItems: async () => {
      onCall({});
      await send({ line: `PATCH /posts/${anns}`, body: { title: 'other' } });
    },
  });
  expect(await run('posts.subtitle')).toEqual([1, `${inPosts}did remove it from 0`, inUsers]);
  await edit({ [anns]: before.find(({ sk }) => sk === anns) });
  expect(await run('posts.subtitle')).toEqual([0, `${inPosts}did remove it from 1`, inUsers]);
  expect((await run('users.subtitle'))[0]).toBe(0);
  expect(await read()).toEqual(before);
});

test.each(['posts.title', 'posts.rev', 'posts.owner', 'users.postCount', 'drafts.subtitle', 'subtitle'])(
  '--remove %s is refused',
  async (remove) => {
    const reason = `--remove is ${remove}; allowed: an attribute that no model knows, such as posts.subtitle`;
    await expect(verify({ remove: [remove] })).rejects.toThrow(new Error(reason));
  },
);
