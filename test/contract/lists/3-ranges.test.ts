import { aUniqueField, describeFor } from '../../support/declared';
import { describeLists } from '../../support/lists';
import { useService } from '../../support/service';
import { idAt } from '../../support/unit/id';

const service = useService();
const { ask, requestFor, walk, empty } = service;

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

const createUnder = async (path: string, body: object) =>
  expect(await ask(`PUT ${path}`, { headers: { 'if-none-match': '*' }, body })).toMatchObject({ status: 201 });

describeLists(service, (list) => {
  const { resource } = list;
  beforeAll(async () => {
    for (const id of ids)
      await createUnder(`${resource.path}/${id}`, await requestFor(resource, 'create', list.values));
  });

  test.each([
    [february, ids.slice(1, 5)],
    ['createdSince=2024-02-29T14:00:00%2B14:00&createdBefore=2024-02-29T10:00:00-14:00', ids.slice(3, 5)],
    ['createdSince=2024-02-29T14:00:00+14:00&createdBefore=2024-03-01', ids.slice(3, 5)],
    ['createdSince=2024-04-01&createdBefore=2024-05-01', []],
  ])('with %s has and counts what was created in this time', async (query, expected) => {
    expect((await walk(`${list.line}order=asc&limit=3&${query}`)).flat()).toEqual(expected);
    expect((await walk(`${list.line}limit=1&${query}`)).flat()).toEqual(expected.toReversed());
    const { headers } = await ask(`GET ${list.line}limit=1&${query}`, { headers: { prefer: 'count=exact' } });
    expect(headers['x-total-count']).toBe(String(expected.length));
  });
});

describeFor(aUniqueField, 'a list by a unique value', ({ resource, path, field }) => {
  beforeAll(empty);

  test('compares the time of the one resource with the range', async () => {
    const body = await requestFor(resource, 'create');
    await createUnder(`${path}/${ids[3]}`, body);
    const line = `GET ${path}?${field}=${encodeURIComponent(String(body[field]))}`;
    expect((await ask(`${line}&${february}`)).body).toMatchObject([{ id: ids[3] }]);
    expect((await ask(`${line}&createdBefore=2024-02-29`)).body).toEqual([]);
  });
});
