import { idAt } from '../support/id';
import { useService } from '../support/service';
import { dataProvider } from './data-provider';

const { url, ask } = useService();

const firstMs = Date.parse('2025-11-01');
const userId = idAt(firstMs, 0);
/** Creation time of a post that `beforeAll` creates. */
const timeOf = (number: number) => new Date(firstMs + number * 1000);

let admin: ReturnType<typeof dataProvider>;
beforeAll(async () => {
  admin = dataProvider(url());
  const headers = { 'if-none-match': '*' };
  await ask(`PUT /api/v1/users/${userId}`, { headers, body: { name: 'Ada', email: 'ada@lists.example' } });
  for (const [i, title] of ['a', 'b', 'c', 'd', 'e'].entries())
    await ask(`PUT /posts/${idAt(timeOf(i).getTime(), i)}`, { headers, body: { title, userId } });
});

const page = (number: number) => ({
  pagination: { page: number, perPage: 2 },
  sort: { field: 'id', order: 'ASC' as const },
});

/** Creates posts, and returns their ids. */
const createPosts = async (count: number, content = '') => {
  const posts = [];
  for (let i = 0; i < count; i++) posts.push(await admin.create('posts', { data: { title: 'New', content } }));
  return posts.map(({ data }) => data.id);
};

describe('react-admin', () => {
  test.each([
    ['a text', { createdSince: '2025-11-01T01:00:01+01:00', createdBefore: '2025-11-01T00:00:04Z' }],
    ['a Date', { createdSince: timeOf(1), createdBefore: timeOf(4) }],
  ])('lists the posts of a time range that is given as %s, page by page', async (_, filter) => {
    const first = await admin.getList('posts', { ...page(1), filter });
    expect(first).toMatchObject({ data: [{ title: 'b' }, { title: 'c' }], total: 3, pageInfo: { hasNextPage: true } });
    const second = await admin.getList('posts', { ...page(2), filter });
    expect(second).toMatchObject({ data: [{ title: 'd' }], total: 3, pageInfo: { hasNextPage: false } });
  });

  test('lists posts with their authors when meta says so, on every page', async () => {
    const [filter, meta] = [{ userId }, { embed: ['user'] }];
    const user = { id: userId, name: 'Ada' };
    const whole = {
      data: [
        { title: 'c', user },
        { title: 'd', user },
      ],
      total: 5,
    };
    await admin.getList('posts', { ...page(1), filter, meta });
    expect(await admin.getList('posts', { ...page(2), filter, meta })).toMatchObject(whole);
    const reference = { target: 'userId', id: userId, filter: {} };
    expect(await admin.getManyReference('posts', { ...page(2), ...reference, meta })).toMatchObject(whole);
    const { data } = await admin.getList('posts', { ...page(2), filter });
    expect(data.map((post) => 'user' in post)).toEqual([false, false]);
  });

  test('edits a post that was listed with its author', async () => {
    const { data } = await admin.getList('posts', { ...page(1), filter: { userId }, meta: { embed: ['user'] } });
    const [previousData] = data;
    const edited = { ...previousData, content: 'More' };
    expect((await admin.update('posts', { id: previousData.id, data: edited, previousData })).data).toMatchObject({
      title: 'a',
      content: 'More',
      userId,
    });
  });

  test('refuses to embed anything else', async () => {
    const embed = (resource: string, name: string) =>
      admin.getList(resource, { ...page(1), filter: {}, meta: { embed: [name] } });
    await expect(embed('posts', 'comments')).rejects.toMatchObject({ status: 400 });
    await expect(embed('users', 'user')).rejects.toMatchObject({ status: 400 });
  });

  test('reads many posts with a request for each 50 ids', async () => {
    const ids = await createPosts(120);
    const fetched = jest.spyOn(globalThis, 'fetch');
    const { data } = await admin.getMany('posts', { ids });
    const requests = fetched.mock.calls.length;
    fetched.mockRestore();
    expect({ ids: data.map(({ id }) => id), requests }).toEqual({ ids, requests: 3 });
  });

  test('reads many posts that are larger than a response of the API', async () => {
    const ids = await createPosts(30, '\u{1F600}'.repeat(20_000));
    const { data } = await admin.getMany('posts', { ids });
    expect(data.map(({ id }) => id)).toEqual(ids);
  });

  test('reads no post without ids', async () => {
    expect(await admin.getMany('posts', { ids: [] })).toEqual({ data: [] });
  });
});
