import { useService } from '../support/service';
import { dataProvider } from './data-provider';

const { url } = useService();
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
  test('lists posts sorted by creation, on the next page and on a later page', async () => {
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

  test('refuses the edit of an outdated post with a 412, also when the post was read again meanwhile', async () => {
    const { data } = await admin.create('posts', { data: { title: 'New' } });
    const { id } = data;
    const { data: seen } = await provider().getOne('posts', { id });
    expect(seen).toEqual(data);
    const mine = await admin.update('posts', { id, data: { ...data, title: 'Mine' }, previousData: data });
    expect(mine.data).toMatchObject({ title: 'Mine' });
    const others = provider();
    const { data: previousData } = await others.getOne('posts', { id });
    await admin.update('posts', { id, data: { ...mine.data, title: 'Mine again' }, previousData: mine.data });
    const edit = (shown: typeof data) =>
      others.update('posts', { id, data: { ...shown, title: 'Theirs' }, previousData: shown });
    expect((await others.getMany('posts', { ids: [id] })).data).toMatchObject([{ title: 'Mine again' }]);
    await expect(edit(previousData)).rejects.toMatchObject({ status: 412, message: /no longer as If-Match says/ });
    expect((await edit((await others.getOne('posts', { id })).data)).data).toMatchObject({ title: 'Theirs' });
  });

  test('treats an empty input as an absent field', async () => {
    const { data } = await admin.create('posts', { data: { title: 'New', content: null, userId } });
    const emptied = { ...data, userId: null };
    expect(data).toMatchObject({ content: '', userId });
    const edited = await admin.update('posts', { id: data.id, data: emptied, previousData: data });
    expect(edited.data).not.toHaveProperty('userId');
    await admin.delete('posts', { id: data.id, previousData: data });
  });

  test('lists the right pages after a write', async () => {
    const all = await titles(1, 'DESC', { userId });
    await titles(2, 'DESC', { userId });
    const { data } = await admin.create('posts', { data: { title: 'h', userId } });
    expect((await titles(1, 'DESC', { userId })).data).toEqual(['h', 'g', 'f']);
    expect((await titles(2, 'DESC', { userId })).data).toEqual(['e', 'd', 'c']);
    await admin.delete('posts', { id: data.id, previousData: data });
    expect(await titles(1, 'DESC', { userId })).toEqual(all);
    const other = provider();
    const { data: late } = await other.create('posts', { data: { title: 'i', userId } });
    await titles(1, 'DESC', { userId });
    expect((await titles(3, 'DESC', { userId })).data).toEqual(['b', 'a']);
    await other.delete('posts', { id: late.id, previousData: late });
    await titles(1, 'DESC', { userId });
  });

  test('lists more posts than a page of the API for an export', async () => {
    const { data: author } = await admin.create('users', { data: { name: 'Many', email: 'many@admin.example' } });
    for (let i = 0; i < 120; i++) await admin.create('posts', { data: { title: `${i}`, userId: author.id } });
    const listed = await admin.getList('posts', {
      pagination: { page: 1, perPage: 1000 },
      sort: { field: 'id', order: 'ASC' },
      filter: { userId: author.id },
    });
    expect(listed.data.map(({ title }) => title)).toEqual(Array.from({ length: 120 }, (_, i) => `${i}`));
    expect(listed.total).toBe(120);
    await admin.deleteMany('posts', { ids: listed.data.map(({ id }) => id) });
  });

  test('leaves out a deleted reference', async () => {
    const { data } = await admin.create('users', { data: { name: 'Gone', email: 'gone@admin.example' } });
    await admin.delete('users', { id: data.id, previousData: data });
    expect((await admin.getMany('users', { ids: [data.id, userId] })).data).toMatchObject([{ id: userId }]);
  });

  test('shows an error beside its field', async () => {
    await expect(admin.create('posts', { data: { title: '' } })).rejects.toMatchObject({
      status: 400,
      body: { errors: { title: 'must not be empty' } },
    });
  });

  test('deletes one post and many posts', async () => {
    const made = await Promise.all(['x', 'y', 'z'].map((title) => admin.create('posts', { data: { title } })));
    const [first, ...rest] = made.map(({ data }) => data);
    expect((await admin.delete('posts', { id: first.id, previousData: first })).data).toMatchObject({ title: 'x' });
    const ids = rest.map(({ id }) => id);
    expect(await admin.deleteMany('posts', { ids })).toEqual({ data: ids });
    await expect(admin.getOne('posts', { id: ids[0] })).rejects.toMatchObject({ status: 404 });
  });

  test('changes many posts', async () => {
    const made = await Promise.all(['x', 'y'].map((title) => admin.create('posts', { data: { title } })));
    const ids = made.map(({ data }) => data.id);
    expect(await admin.updateMany('posts', { ids, data: { title: 'both' } })).toEqual({ data: ids });
    expect((await admin.getMany('posts', { ids })).data).toMatchObject([{ title: 'both' }, { title: 'both' }]);
  });
});
