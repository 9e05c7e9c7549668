import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { entityOf } from '../../../../functions/kit/entity';
import { readPageQuery } from '../../../../functions/kit/http/query';
import type { Field } from '../../../../functions/kit/model/field';
import { withDefault } from '../../../../functions/kit/model/field';
import { integer } from '../../../../functions/kit/model/kinds';
import { sortedPageQuery } from '../../../../functions/kit/model/sort-query';
import { sorted } from '../../../../functions/kit/model/sorted';
import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import { list } from '../../../../functions/kit/table/list';
import type { ListQuery } from '../../../../functions/kit/table/source';
import { postsDocs } from '../../../../functions/posts/docs';
import { Post } from '../../../../functions/posts/model';
import { official } from '../../../support/dynamodb/official';
import { ann, anns, anonymous, counterOfAnn, emailOfAnn, useStored } from './stored';

/*
 * Entries by which lists sort a post, and find it by its owner. The handlers here are those of before the declaration, as
 * old functions that run beside new ones.
 */

const { read, edit, send, onCall, verify, database } = useStored();

const keysOf = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
];

/** Declares fields of posts for `verify`, and not for the handlers. */
const declare = (declared: Readonly<Record<string, Field>>) => {
  const fields = Object.entries(declared).map(([name, field]) => ({
    collection: 'POST',
    name,
    attribute: name,
    field,
  }));
  const others = postsDocs.fields.filter(({ name }) => !(name in declared));
  jest.replaceProperty(postsDocs as Resource, 'fields', [...others, ...fields]);
};
const sortsTitles = { title: sorted(Post.title) };

const wrongIn = (id: string, names: string, ending: string) =>
  `item ${id} has another ${names} than follows from its values, by which lists find it; --fix ${ending}`;
const changed = 'could not correct it, because an item has changed or was busy, so verify again';
const itemOf = async (id: string) => (await read()).find(({ sk }) => sk === id);

test('--fix writes the entries of fields that become sorted, and again what old code has changed', async () => {
  declare({ ...sortsTitles, updatedAt: sorted(Post.updatedAt) });
  const names = 'title__sort and updatedAt__sort';
  const both = [anns, anonymous].map((id) => wrongIn(id, names, 'did correct it'));
  const [code, ...found] = await verify({ fix: true });
  expect([code, found.sort()]).toEqual([0, ['8 items, 2 torn, 2 fixed', ...both]]);
  await send({ line: `PATCH /posts/${anns}`, body: { title: 'Ünder' } });
  expect(await verify()).toEqual([1, wrongIn(anns, names, 'would correct it'), '8 items, 1 torn, 0 fixed']);
  expect((await verify({ fix: true }))[0]).toBe(0);
  const { updatedAt, ...item } = Object(await itemOf(anns));
  expect(item).toMatchObject({
    title__sort: `ünder\u0001${anns}`,
    updatedAt__sort: `${updatedAt}\u0001${anns}`.toLowerCase(),
  });
  expect(await verify()).toEqual([0, '8 items, nothing is torn']);
});

describe('a list by the new code', () => {
  const index = {
    IndexName: 'by.title',
    KeySchema: keysOf('pk', 'title__sort'),
    Projection: { ProjectionType: 'ALL' },
  } as const;
  const update = (change: object) => {
    const types = ['pk', 'sk', 'title__sort'].map((name) => ({ AttributeName: name, AttributeType: 'S' as const }));
    const { TableName } = database();
    return official.send(
      new UpdateTableCommand({ TableName, AttributeDefinitions: types, GlobalSecondaryIndexUpdates: [change] }),
    );
  };

  test('has what --fix has found, and no value in a wrong place that old code has changed', async () => {
    const entity = entityOf({ collection: 'POST', path: '/posts', model: { ...Post, ...sortsTitles } });
    const titles = async () => {
      const query = readPageQuery(sortedPageQuery(entity.model), 'sort=title&order=asc', []) as ListQuery;
      return (await list(entity, { query, isCounted: false, caller: undefined })).body.map(({ title }) => title);
    };
    await update({ Create: index });
    expect(await titles()).toEqual([]);
    declare(sortsTitles);
    await verify({ fix: true });
    expect(await titles()).toEqual(['anonymous', 'of Ann']);
    await send({ line: `PATCH /posts/${anns}`, body: { title: 'Alone' } });
    expect(await titles()).toEqual(['anonymous']);
    await verify({ fix: true });
    expect(await titles()).toEqual(['Alone', 'anonymous']);
  });
});

test('--fix does not write the entry of a value that changes meanwhile', async () => {
  declare(sortsTitles);
  await edit({ [anonymous]: { title__sort: `anonymous\u0001${anonymous}` } });
  onCall({
    TransactWriteItems: async () => void (await send({ line: `PATCH /posts/${anns}`, body: { title: 'Other' } })),
  });
  expect(await verify({ fix: true })).toEqual([1, wrongIn(anns, 'title__sort', changed), '8 items, 1 torn, 0 fixed']);
  expect(await itemOf(anns)).not.toHaveProperty('title__sort');
});

test.each([
  ['is missing', {}],
  ['names an owner of before', { owner__list: 'POST#ann' }],
  ['is that of another collection', { owner__list: 'USER#bob' }],
])('--fix writes the entry of the owner of an item when it %s', async (_, entry) => {
  await edit({ [anns]: { owner: 'bob', ...entry } });
  const found = wrongIn(anns, 'owner__list', 'did correct it');
  expect(await verify({ fix: true })).toEqual([0, found, '8 items, 1 torn, 1 fixed']);
  expect(await itemOf(anns)).toMatchObject({ owner__list: 'POST#bob' });
  expect(await verify()).toEqual([0, '8 items, nothing is torn']);
});

test('--fix writes the default of a field that becomes sorted together with its entry', async () => {
  declare({ rank: sorted(withDefault(integer(), 0)) });
  await edit({ [anonymous]: { rank: 1, rank__sort: `bff0000000000000\u0001${anonymous}` } });
  const found = `item ${anns} lacks rank, by which a list finds it; --fix did write its default 0`;
  expect(await verify({ fix: true })).toEqual([0, found, '8 items, 1 torn, 1 fixed']);
  expect(await itemOf(anns)).toMatchObject({ rank: 0, rank__sort: `8000000000000000\u0001${anns}` });
  expect(await verify()).toEqual([0, '8 items, nothing is torn']);
});

test('--fix of another tear writes the entry of the time of the change', async () => {
  declare({ updatedAt: sorted(Post.updatedAt) });
  await verify({ fix: true });
  await edit({ [ann]: undefined, [counterOfAnn]: undefined, [emailOfAnn]: undefined });
  expect((await verify({ fix: true }))[0]).toBe(0);
  expect(await itemOf(anns)).not.toHaveProperty('userId');
  expect(await verify()).toEqual([0, expect.stringContaining('nothing is torn')]);
});

test('--fix removes the entry of a value that is gone', async () => {
  declare({ subtitle: sorted(Post.title) });
  await edit({ [anns]: { subtitle__sort: `gone\u0001${anns}` } });
  const found = wrongIn(anns, 'subtitle__sort', 'did correct it');
  expect(await verify({ fix: true })).toEqual([0, found, '8 items, 1 torn, 1 fixed']);
  expect(await itemOf(anns)).not.toHaveProperty('subtitle__sort');
});

test('--fix --remove takes the entries of a field that is not sorted any more', async () => {
  const before = await read();
  await edit({ [anns]: { title__sort: `of ann\u0001${anns}` } });
  const found = '1 items have posts.title__sort, which no model knows; --fix';
  const sum = '8 items, nothing is torn';
  expect(await verify({ fix: true })).toEqual([0, `${found} --remove posts.title__sort would remove it`, sum]);
  expect(await verify({ fix: true, remove: ['posts.title__sort'] })).toEqual([0, `${found} did remove it from 1`, sum]);
  expect(await read()).toEqual(before);
});
