import { storePosts } from '../../support/dynamodb/store-posts';
import { linksOf } from '../../support/links';
import { collections, nobody, problem, useService } from '../../support/service';

const { ask, user, create, url, walk, database } = useService();

type Listed = { id: string };
const noLimit = 'must be a whole number of at least 1; more than 100 counts as 100';

describe.each(collections)('GET %s', (path) => {
  const created: string[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 7; i++) created.push((await create(path)).id);
  });

  test('is a bare array, newest first', async () => {
    const { body } = await ask(`GET ${path}`);
    expect(body.map(({ id }: Listed) => id)).toEqual(created.toReversed());
    expect((await ask(`GET ${path}?order=desc`)).body).toEqual(body);
  });

  test('is oldest first on request', async () => {
    expect((await ask(`GET ${path}?order=asc`)).body.map(({ id }: Listed) => id)).toEqual(created);
  });

  test.each([
    ['desc', 3, [3, 3, 1]],
    ['asc', 3, [3, 3, 1]],
    ['asc', 7, [7]],
    ['desc', 6, [6, 1]],
    ['asc', 1, [1, 1, 1, 1, 1, 1, 1]],
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

  test('has no link when everything fits on one page', async () => {
    expect((await ask(`GET ${path}`)).headers.link).toBeUndefined();
  });

  test('continues behind an id of no resource', async () => {
    const { headers, body } = await ask(`GET ${path}?order=asc&after=${nobody}`);
    expect(body).toHaveLength(7);
    expect(linksOf(headers.link)).toEqual({ first: `${url()}${path}?order=asc` });
    expect((await ask(`GET ${path}?after=${nobody}`)).body).toEqual([]);
  });

  test.each(['101', '1000', '99999999999999999999'])('takes a limit of %s as 100', async (limit) => {
    expect((await ask(`GET ${path}?limit=${limit}`)).body).toHaveLength(7);
  });

  test.each([
    ['limit=0', 'limit', noLimit],
    ['limit=-1', 'limit', noLimit],
    ['limit=1.5', 'limit', noLimit],
    ['limit=ten', 'limit', noLimit],
    ['limit=%2B5', 'limit', noLimit],
    ['limit=', 'limit', expect.stringMatching(/^is empty; .*limit, after, order/)],
    ['limit=1&limit=2', 'limit', expect.stringMatching(/^is given 2 times; .*limit, after, order/)],
    ['order=up', 'order', 'must be desc or asc'],
    ['after=7', 'after', 'must be a UUIDv7'],
    ['sort=name', 'sort', expect.stringMatching(/^is not a parameter; allowed: limit, after, order/)],
    ['page=2', 'page', expect.stringMatching(/^is not a parameter; .*; to page, follow the Link header$/)],
    ['offset=2', 'offset', expect.stringMatching(/^is not a parameter; .*; to page, follow the Link header$/)],
    ['__proto__=1', '__proto__', expect.stringMatching(/^is not a parameter; /)],
  ])('refuses ?%s', async (query, parameter, detail) => {
    const response = await ask(`GET ${path}?${query}`);
    expect(response).toMatchObject(problem(400, 'invalid-query', { errors: [{ parameter, detail }] }));
  });

  test('names every wrong parameter of a query at once', async () => {
    const { body } = await ask(`GET ${path}?limit=x&order=y&after=z&q=1`);
    const parameters = body.errors.map(({ parameter }: { parameter: string }) => parameter);
    expect(parameters.sort()).toEqual(['after', 'limit', 'order', 'q']);
    expect(body.detail).toMatch(/ \(and 3 more errors\)\.$/);
  });
});

describe('a default page', () => {
  test('has 50 items, the largest 100', async () => {
    const author = await user();
    await storePosts(database, { userId: author.id, count: 101 });
    const path = `/posts?userId=${author.id}`;
    expect((await walk(path)).map(({ length }) => length)).toEqual([50, 50, 1]);
    expect((await walk(`${path}&limit=500`)).map(({ length }) => length)).toEqual([100, 1]);
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
