import { idAt } from '../../support/id';
import { linksOf } from '../../support/links';
import { collections, useService } from '../../support/service';

const { ask, walk, url, user, post } = useService();

const creation = { 'if-none-match': '*' };
const bodyAt = (path: string, number: number) =>
  path === '/posts' ? { title: `Post ${number}` } : { name: 'Ada', email: `range-${number}@example.com` };

/** Times at the edges of months, of a leap day and of years. Each has one resource. */
const times = [
  '2023-12-31T23:59:59.999Z',
  '2024-01-01T00:00:00.000Z',
  '2024-01-31T23:59:59.999Z',
  '2024-02-01T00:00:00.000Z',
  '2024-02-28T23:59:59.999Z',
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
  '2024-12-31T23:59:59.999Z',
  '2025-01-01T00:00:00.000Z',
];
const ids = times.map((time, number) => idAt(Date.parse(time), number + 1));

/** Months from December 2023 to January 2025, each with its begin and that of the next. */
const months = Array.from({ length: 14 }, (_, month) =>
  [month, month + 1].map((at) => new Date(Date.UTC(2023, 11 + at)).toISOString().slice(0, 10)),
);

describe.each(collections)('GET %s in a time range', (path) => {
  beforeAll(async () => {
    for (const [number, id] of ids.entries()) {
      const { status } = await ask(`PUT ${path}/${id}`, { headers: creation, body: bodyAt(path, number) });
      expect(status).toBe(201);
    }
  });
  const listed = async (query: string) => (await walk(`${path}?order=asc&${query}`)).flat();

  test.each([
    ['createdSince=2024-02-29', ids.slice(5)],
    ['createdSince=2024-02-29T00:00:00.001Z', ids.slice(6)],
    ['createdBefore=2024-02-28T23:59:59.999Z', ids.slice(0, 4)],
    ['createdSince=2024-02-29T14:00:00%2B14:00&createdBefore=2024-02-29T10:00:00-14:00', ids.slice(5, 7)],
    ['createdSince=2024-02-29T14:00:00+14:00&createdBefore=2024-03-01', ids.slice(5, 7)],
    ['createdSince=2024-02-29T00:00:00.0009999Z&createdBefore=2024-03-01', ids.slice(5, 7)],
    ['createdSince=2024-04-01&createdBefore=2024-05-01', []],
  ])('?%s has what was created in it', async (query, expected) => {
    // Other tests create resources of today.
    const range = query.includes('createdBefore') ? query : `${query}&createdBefore=2025-06-01`;
    expect(await listed(range)).toEqual(expected);
    expect((await walk(`${path}?limit=1&${range}`)).flat()).toEqual(expected.toReversed());
  });

  test('tiles by months, without a gap or an overlap, while others create', async () => {
    const create = async () => {
      for (let i = 0; i < 20; i++) await (path === '/posts' ? post() : user());
    };
    const [tiles] = await Promise.all([
      Promise.all(months.map(([since, before]) => listed(`createdSince=${since}&createdBefore=${before}&limit=1`))),
      create(),
    ]);
    expect(tiles.flat()).toEqual(ids);
  });

  test('keeps the range in its links, and counts the range', async () => {
    const query = 'createdSince=2024-02-01&createdBefore=2024-03-01';
    const headers = { prefer: 'count=exact' };
    const first = await ask(`GET ${path}?${query}&limit=2`, { headers });
    expect(first.headers['x-total-count']).toBe('4');
    expect(linksOf(first.headers.link)).toEqual({ next: `${url()}${path}?${query}&limit=2&after=${ids[5]}` });
    const second = await ask(`GET ${path}?${query}&limit=2&after=${ids[5]}`, { headers });
    expect(second.body.map(({ id }: { id: string }) => id)).toEqual([ids[4], ids[3]]);
    expect(second.headers['x-total-count']).toBe('4');
    expect(linksOf(second.headers.link)).toEqual({ first: `${url()}${path}?${query}&limit=2` });
  });
});

test('GET /posts?userId takes a range of the posts of a user', async () => {
  const { id } = await user();
  const created = [];
  for (const [number, time] of times.entries()) {
    const postId = idAt(Date.parse(time), 100 + number);
    const body = { title: 'A title', userId: id };
    expect((await ask(`PUT /posts/${postId}`, { headers: creation, body })).status).toBe(201);
    created.push(postId);
  }
  const range = 'createdSince=2024-02-01&createdBefore=2024-03-01';
  expect((await walk(`/posts?userId=${id}&order=asc&limit=1&${range}`)).flat()).toEqual(created.slice(3, 7));
  expect((await walk(`/posts?userId=${id}&limit=3&${range}`)).flat()).toEqual(created.slice(3, 7).toReversed());
});

test('GET /api/v1/users?email compares the time of the one user', async () => {
  const found = async (range: string) => (await ask(`GET /api/v1/users?email=range-5@example.com&${range}`)).body;
  expect(await found('createdSince=2024-02-29&createdBefore=2024-03-01')).toMatchObject([{ id: ids[5] }]);
  expect(await found('createdBefore=2024-02-29')).toEqual([]);
});
