import { dataProvider } from './data-provider';
import { startService } from './service';

const url = startService();
const provider = () => dataProvider(url());

const titles = async (page: number, order: 'ASC' | 'DESC', filter = {}) => {
  const listed = await admin.getList('posts', {
    pagination: { page, perPage: 3 },
    sort: { field: 'id', order },
    filter,
  });
  return { ...listed, data: listed.data.map(({ title }) => title) };
};

let admin: ReturnType<typeof provider>;
let userId = '';

beforeAll(async () => {
  admin = provider();
  userId = (await admin.create('users', { data: { name: 'Ada', email: 'ada@admin.example' } })).data.id;
  for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await admin.create('posts', { data: { title, userId } });
});

describe('react-admin', () => {
  test('lists, sorted by creation, and goes to the next page and to one further on', async () => {
    const more = { hasNextPage: true, hasPreviousPage: false };
    expect(await titles(1, 'ASC')).toEqual({ data: ['a', 'b', 'c'], total: 7, pageInfo: more });
    expect(await titles(2, 'ASC')).toMatchObject({ data: ['d', 'e', 'f'], total: 7 });
    expect(await titles(3, 'DESC')).toEqual({
      data: ['a'],
      total: 7,
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    expect(await titles(9, 'ASC')).toMatchObject({ data: [], total: 7 });
  });

  test('lists the posts of a user', async () => {
    const listed = await admin.getManyReference('posts', {
      target: 'userId',
      id: userId,
      pagination: { page: 1, perPage: 2 },
      sort: { field: 'id', order: 'DESC' },
      filter: {},
    });
    expect(listed).toMatchObject({ data: [{ title: 'g' }, { title: 'f' }], total: 7 });
  });

  test('creates, gets and edits; a stale edit is a clear conflict', async () => {
    const { data } = await admin.create('posts', { data: { title: 'New' } });
    const again = provider();
    const { data: previousData } = await again.getOne('posts', { id: data.id });
    expect(previousData).toEqual(data);
    const edit = (by: typeof admin, title: string) =>
      by.update('posts', { id: data.id, data: { ...data, title }, previousData });
    expect((await edit(admin, 'Mine')).data).toMatchObject({ title: 'Mine' });
    await expect(edit(again, 'Theirs')).rejects.toMatchObject({ status: 412, message: /no longer as If-Match says/ });
    expect((await again.getMany('posts', { ids: [data.id] })).data).toMatchObject([{ title: 'Mine' }]);
    expect((await edit(again, 'Theirs')).data).toMatchObject({ title: 'Theirs' });
  });

  test('shows what is wrong beside the field', async () => {
    await expect(admin.create('posts', { data: { title: '' } })).rejects.toMatchObject({
      status: 400,
      body: { errors: { title: 'must not be empty' } },
    });
  });

  test('deletes one, and many', async () => {
    const made = await Promise.all(['x', 'y', 'z'].map((title) => admin.create('posts', { data: { title } })));
    const [first, ...rest] = made.map(({ data }) => data);
    expect((await admin.delete('posts', { id: first.id, previousData: first })).data).toMatchObject({ title: 'x' });
    const ids = rest.map(({ id }) => id);
    expect(await admin.deleteMany('posts', { ids })).toEqual({ data: ids });
    await expect(admin.getOne('posts', { id: ids[0] })).rejects.toMatchObject({ status: 404 });
  });

  test('changes many', async () => {
    const made = await Promise.all(['x', 'y'].map((title) => admin.create('posts', { data: { title } })));
    const ids = made.map(({ data }) => data.id);
    expect(await admin.updateMany('posts', { ids, data: { title: 'both' } })).toEqual({ data: ids });
    expect((await admin.getMany('posts', { ids })).data).toMatchObject([{ title: 'both' }, { title: 'both' }]);
  });
});
