import { collections, useService } from '../../support/service';
import { idAt } from '../../support/unit/id';

const { ask, walk, user } = useService();

/** Times at the edges of months and of a leap day. Each has one resource. */
const times = [
  '2024-01-31T23:59:59.999Z',
  '2024-02-01T00:00:00.000Z',
  '2024-02-28T23:59:59.999Z',
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
];
const ids = times.map((time, number) => idAt(Date.parse(time), number + 1));
const february = 'createdSince=2024-02-01&createdBefore=2024-03-01';

const createUnder = async (path: string, id: string, body: object) =>
  expect(await ask(`PUT ${path}/${id}`, { headers: { 'if-none-match': '*' }, body })).toMatchObject({ status: 201 });

describe.each(collections)('GET %s in a time range', (path) => {
  beforeAll(async () => {
    for (const [number, id] of ids.entries()) {
      const body = path === '/posts' ? { title: 'x' } : { name: 'Ada', email: `range-${number}@example.com` };
      await createUnder(path, id, body);
    }
  });
  const listed = async (query: string) => (await walk(`${path}?order=asc&${query}`)).flat();

  test.each([
    [february, ids.slice(1, 5)],
    ['createdSince=2024-02-29T14:00:00%2B14:00&createdBefore=2024-02-29T10:00:00-14:00', ids.slice(3, 5)],
    ['createdSince=2024-02-29T14:00:00+14:00&createdBefore=2024-03-01', ids.slice(3, 5)],
    ['createdSince=2024-04-01&createdBefore=2024-05-01', []],
  ])('?%s has what was created in it', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
    expect((await walk(`${path}?limit=1&${query}`)).flat()).toEqual(expected.toReversed());
  });
});

test('GET /posts?userId takes a range of the posts of a user', async () => {
  const { id: userId } = await user();
  const created = times.map((time, number) => idAt(Date.parse(time), 100 + number));
  for (const id of created) await createUnder('/posts', id, { title: 'A title', userId });
  expect((await walk(`/posts?userId=${userId}&order=asc&limit=1&${february}`)).flat()).toEqual(created.slice(1, 5));
  expect((await walk(`/posts?userId=${userId}&limit=3&${february}`)).flat()).toEqual(created.slice(1, 5).toReversed());
});

test('GET /api/v1/users?email compares the time of the one user', async () => {
  const found = async (range: string) => (await ask(`GET /api/v1/users?email=range-3@example.com&${range}`)).body;
  expect(await found(february)).toMatchObject([{ id: ids[3] }]);
  expect(await found('createdBefore=2024-02-29')).toEqual([]);
});
