import { resources } from '../../../../functions/resources';
import { type Collection, plan, shardOf } from '../../../../functions/table/shards';
import { bob, useTable } from './torn';

const { read, set, send, verify } = useTable();

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
