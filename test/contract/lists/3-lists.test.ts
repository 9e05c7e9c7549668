import { storePosts } from '../../support/dynamodb/store-posts';
import { linksOf } from '../../support/links';
import { collections, nobody, useService } from '../../support/service';

const { ask, user, post, create, url, walk, database } = useService();

type Listed = { id: string };

describe.each(collections)('GET %s', (path) => {
  const created: string[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 7; i++) created.push((await create(path)).id);
  });

  test.each([
    ['desc', 3, [3, 3, 1]],
    ['asc', 3, [3, 3, 1]],
    ['asc', 7, [7]],
  ])('walks %s in pages of %d to the end, and to no empty page', async (order, limit, sizes) => {
    const pages = await walk(`${path}?limit=${limit}&order=${order}`);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat()).toEqual(order === 'asc' ? created : created.toReversed());
  });

  test('continues behind an id, and links to the next and the first page on the host that was asked', async () => {
    const [, second, third, fourth] = created;
    const headers = { host: 'localhost:8080' };
    const { headers: answered, body } = await ask(`GET ${path}?order=asc&limit=2&after=${second}`, { headers });
    expect(body.map(({ id }: Listed) => id)).toEqual([third, fourth]);
    expect(linksOf(answered.link)).toEqual({
      next: `http://localhost:8080${path}?order=asc&limit=2&after=${fourth}`,
      first: `http://localhost:8080${path}?order=asc&limit=2`,
    });
  });

  test('continues behind an id of no resource', async () => {
    const { headers, body } = await ask(`GET ${path}?order=asc&after=${nobody}`);
    expect(body).toHaveLength(7);
    expect(linksOf(headers.link)).toEqual({ first: `${url()}${path}?order=asc` });
    expect((await ask(`GET ${path}?after=${nobody}`)).body).toEqual([]);
  });
});

describe('a page', () => {
  test('has 50 items, and at most 100', async () => {
    const author = await user();
    await storePosts(database, { userId: author.id, count: 101 });
    const path = `/posts?userId=${author.id}`;
    expect((await walk(path)).map(({ length }) => length)).toEqual([50, 50, 1]);
    for (const limit of ['101', '99999999999999999999'])
      expect((await walk(`${path}&limit=${limit}`)).map(({ length }) => length)).toEqual([100, 1]);
  });

  test('ends at about 1 MB, and skips no post', async () => {
    const author = await user();
    const content = '\u{1F600}'.repeat(20_000);
    const created = await storePosts(database, { userId: author.id, count: 30, content });
    const pages = await walk(`/posts?userId=${author.id}&order=asc`);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.every(({ length }) => length > 0 && length < 14)).toBe(true);
    expect(pages.flat()).toEqual(created.sort());
  });
});

test('an ETag of a list changes when another page follows', async () => {
  const { id: userId } = await user();
  await post({ userId });
  const line = `GET /posts?userId=${userId}&order=asc&limit=1`;
  const { headers } = await ask(line);
  await post({ userId });
  expect(await ask(line, { headers: { 'if-none-match': String(headers.etag) } })).toMatchObject({ status: 200 });
});
