import type { RaRecord } from 'ra-core';
import { storePosts } from '../support/dynamodb/store-posts';
import { useService } from '../support/service';
import { idAt } from '../support/unit/id';
import { dataProvider } from './data-provider';

const { url, user, ask, database } = useService();

/** Creation time of the post with this number that `beforeAll` creates. */
const timeOf = (number: number) => new Date(Date.parse('2025-11-01') + number * 1000);

let admin: ReturnType<typeof dataProvider>;
let userId: string;
beforeAll(async () => {
  admin = dataProvider(url());
  userId = (await user()).id;
  const headers = { 'if-none-match': '*' };
  for (const [i, title] of [...'abcdefg'].entries())
    await ask(`PUT /posts/${idAt(timeOf(i).getTime(), i)}`, { headers, body: { title, userId } });
});

const page = (number: number, order: 'ASC' | 'DESC' = 'ASC') => ({
  pagination: { page: number, perPage: 3 },
  sort: { field: 'id', order },
});

/** Lists a page of posts. Returns their titles in place of the posts. */
const listTitles = async (shown: ReturnType<typeof page>, filter: object = { userId }) => {
  const listed = await admin.getList('posts', { ...shown, filter });
  return { ...listed, data: listed.data.map(({ title }) => title) };
};

const createPosts = async (...titles: string[]) => {
  const created = await Promise.all(titles.map((title) => admin.create('posts', { data: { title } })));
  return created.map(({ data }) => data.id);
};

describe('a list of posts', () => {
  test.each([
    ['first page', page(1), ['a', 'b', 'c'], true, false],
    ['next page', page(2), ['d', 'e', 'f'], true, true],
    ['last page in descending order', page(3, 'DESC'), ['a'], false, true],
    ['page after the last one', page(9), [], false, true],
  ])('has the %s', async (_, shown, data, hasNextPage, hasPreviousPage) => {
    expect(await listTitles(shown)).toEqual({ data, total: 7, pageInfo: { hasNextPage, hasPreviousPage } });
  });

  test.each([
    ['texts', { createdSince: '2025-11-01T01:00:01+01:00', createdBefore: '2025-11-01T00:00:05Z' }],
    ['Dates', { createdSince: timeOf(1), createdBefore: timeOf(5) }],
  ])('has the pages of a time range between two %s', async (_, filter) => {
    expect(await listTitles(page(1), filter)).toMatchObject({ data: ['b', 'c', 'd'], total: 4 });
    expect(await listTitles(page(2), filter)).toMatchObject({ data: ['e'], total: 4 });
  });

  test('has the authors on every page when meta says so, and each post can be edited', async () => {
    const reference = { ...page(2), target: 'userId', id: userId, filter: {} };
    const { data: plain } = await admin.getManyReference('posts', reference);
    const listed = await admin.getManyReference('posts', { ...reference, meta: { embed: ['user'] } });
    expect(listed).toMatchObject({ data: plain.map((post) => ({ ...post, user: { id: userId } })), total: 7 });
    expect(plain.map((post) => 'user' in post)).toEqual([false, false, false]);
    const [previousData] = listed.data;
    const data = { ...previousData, content: 'More' };
    const edited = await admin.update('posts', { id: previousData.id, data, previousData });
    expect(edited.data).toMatchObject({ title: 'd', content: 'More', userId });
  });

  test('has the right last page after a write of this client, and after one of another client', async () => {
    const lastPage = async () => (await listTitles(page(3, 'DESC'))).data;
    expect(await lastPage()).toEqual(['a']);
    const { data: previousData } = await admin.create('posts', { data: { title: 'h', userId } });
    expect(await lastPage()).toEqual(['b', 'a']);
    await dataProvider(url()).delete('posts', { id: previousData.id, previousData });
    await listTitles(page(1, 'DESC'));
    expect(await lastPage()).toEqual(['a']);
  });
});

test('a list has no other order, and no resource that the API does not describe', async () => {
  const sort = { field: 'title', order: 'ASC' as const };
  await expect(admin.getList('posts', { ...page(1), sort, filter: {} })).rejects.toThrow('not by "title"');
  await expect(admin.getList('books', { ...page(1), filter: {} })).rejects.toThrow('no resource "books"');
});

describe('many posts', () => {
  let author: string;
  let ids: string[];
  beforeAll(async () => {
    author = (await user()).id;
    ids = await storePosts(database, { userId: author, count: 120 });
  });

  test('are listed for an export beyond the largest page of the API', async () => {
    const whole = { ...page(1), pagination: { page: 1, perPage: 1000 } };
    const listed = await admin.getList('posts', { ...whole, filter: { userId: author } });
    expect(listed).toMatchObject({ data: ids.toSorted().map((id) => ({ id })), total: 120 });
  });

  test('are read by id, 50 with each request', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    const { data } = await admin.getMany('posts', { ids });
    expect(fetched).toHaveBeenCalledTimes(3);
    fetched.mockRestore();
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(await admin.getMany('posts', { ids: [] })).toEqual({ data: [] });
  });

  test('are read by id when they are larger than a response of the API', async () => {
    const large = await storePosts(database, { userId: author, count: 30, content: '\u{1F600}'.repeat(20_000) });
    expect((await admin.getMany('posts', { ids: large })).data.map(({ id }) => id)).toEqual(large);
  });

  test('are changed, deleted, and then left out of what is read by id', async () => {
    const made = await createPosts('x', 'y', 'z');
    const [kept, ...deleted] = made;
    expect(await admin.updateMany('posts', { ids: made, data: { title: 'same' } })).toEqual({ data: made });
    expect(await admin.deleteMany('posts', { ids: deleted })).toEqual({ data: deleted });
    expect((await admin.getMany('posts', { ids: made })).data).toMatchObject([{ id: kept, title: 'same' }]);
  });
});

describe('a post', () => {
  test('that is outdated is not edited, also when it was listed again meanwhile', async () => {
    const { data: created } = await admin.create('posts', { data: { title: 'New' } });
    const { id } = created;
    const edit = (client: typeof admin, previousData: RaRecord, title: string) =>
      client.update('posts', { id, data: { ...previousData, title }, previousData });
    const other = dataProvider(url());
    const { data: shown } = await other.getOne('posts', { id });
    expect(await edit(admin, created, 'Mine')).toMatchObject({ data: { title: 'Mine' } });
    expect((await other.getMany('posts', { ids: [id] })).data).toMatchObject([{ title: 'Mine' }]);
    await expect(edit(other, shown, 'Theirs')).rejects.toMatchObject({ status: 412, body: { code: 'stale' } });
    const { data: current } = await other.getOne('posts', { id });
    expect(await edit(other, current, 'Theirs')).toMatchObject({ data: { title: 'Theirs' } });
  });

  test('does not have the fields whose inputs are empty', async () => {
    const { data: previousData } = await admin.create('posts', { data: { title: 'New', content: null, userId } });
    expect(previousData).toMatchObject({ content: '', userId });
    const { id } = previousData;
    const { data } = await admin.update('posts', { id, data: { ...previousData, userId: null }, previousData });
    expect(data).toEqual({ ...previousData, userId: undefined, updatedAt: data.updatedAt });
    expect(await admin.delete('posts', { id, previousData })).toMatchObject({ data: { id } });
  });

  test('that is refused has the error beside its field', async () => {
    const body = { errors: { title: 'must not be empty' } };
    await expect(admin.create('posts', { data: { title: '' } })).rejects.toMatchObject({ status: 400, body });
  });
});
