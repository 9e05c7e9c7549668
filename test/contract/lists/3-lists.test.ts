import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { aChild, anIndexedField, describeFor, describeShapes } from '../../support/declared';
import { mintIds, storeItems } from '../../support/dynamodb/store-items';
import { linksOf } from '../../support/links';
import { useService } from '../../support/service';
import { idAt } from '../../support/unit/id';

const { ask, create, createUnder, walk, empty, database } = useService();

type List = {
  readonly resource: Resource;
  /** Path of the list, which parameters can follow. Is set before the first test. */
  readonly line: string;
  /** Values that all resources of the list have. */
  readonly values: Readonly<Record<string, unknown>>;
};

/** Describes an empty list of each kind: of all resources, of the children of a parent, and of an indexed value. */
const describeLists = (tests: (list: List) => void) => {
  /** Begins a list before the tests. A list with a filter has the resources with one value of a field. */
  const listOf = (resource: Resource, filter?: string, makeValue?: () => Promise<unknown>) => {
    const list = { resource, line: `${resource.path}?`, values: {} };
    beforeAll(async () => {
      await empty();
      if (!filter) return;
      const value = await makeValue?.();
      list.line = `${resource.path}?${filter}=${encodeURIComponent(String(value))}&`;
      list.values = { [filter]: value };
    });
    return list;
  };
  describeShapes('a list of %s', (_, resource) => tests(listOf(resource)));
  describeFor(aChild, 'a list of the children of a parent', ({ resource, attribute, parent }) =>
    tests(listOf(resource, attribute, async () => (await create(parent.resource)).id)),
  );
  describeFor(anIndexedField, 'a list of an indexed value', ({ resource, field, value }) =>
    tests(listOf(resource, field, async () => value)),
  );
};

/** Times at the edges of months and of a leap day. Each has one resource. */
const times = [
  '2024-01-31T23:59:59.999Z',
  '2024-02-01T00:00:00.000Z',
  '2024-02-28T23:59:59.999Z',
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
  '2024-03-01T00:00:00.001Z',
];
const ids = times.map((time, number) => idAt(Date.parse(time), number + 1));

const totalOf = async (line: string) =>
  (await ask(`GET ${line}`, { headers: { prefer: 'count=exact' } })).headers['x-total-count'];

describeLists((list) => {
  const { resource } = list;
  beforeAll(async () => {
    for (const id of ids) await createUnder(resource, id, list.values);
  });

  test.each([
    ['desc', 3, [3, 3, 1]],
    ['asc', 3, [3, 3, 1]],
    ['asc', 7, [7]],
  ])('is walked %s in pages of %d to the end, and to no empty page', async (order, limit, sizes) => {
    const pages = await walk(`${list.line}limit=${limit}&order=${order}`);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat()).toEqual(order === 'asc' ? ids : ids.toReversed());
  });

  test.each([
    ['createdSince=2024-02-01&createdBefore=2024-03-01', ids.slice(1, 5)],
    ['createdSince=2024-02-29T14:00:00%2B14:00&createdBefore=2024-02-29T10:00:00-14:00', ids.slice(3, 5)],
    ['createdSince=2024-02-29T14:00:00+14:00&createdBefore=2024-03-01', ids.slice(3, 5)],
    ['createdSince=2024-04-01&createdBefore=2024-05-01', []],
  ])('has and counts with ?%s what was created in this time', async (range, expected) => {
    expect((await walk(`${list.line}order=asc&limit=3&${range}`)).flat()).toEqual(expected);
    expect((await walk(`${list.line}limit=1&${range}`)).flat()).toEqual(expected.toReversed());
    expect(await totalOf(`${list.line}limit=1&${range}`)).toBe(String(expected.length));
  });

  test('continues behind an id, and links to the next and the first page on the host that was asked', async () => {
    const headers = { host: 'localhost:8080' };
    const { headers: answered, body } = await ask(`GET ${list.line}order=asc&limit=2&after=${ids[1]?.toUpperCase()}`, {
      headers,
    });
    expect(body).toMatchObject([{ id: ids[2] }, { id: ids[3] }]);
    expect(linksOf(answered.link)).toMatchObject({
      next: `http://localhost:8080${list.line}order=asc&limit=2&after=${ids[3]}`,
      first: `http://localhost:8080${list.line}order=asc&limit=2`,
    });
  });

  test('has another strong ETag when another page follows', async () => {
    const line = `GET ${list.line}order=asc&limit=7`;
    const etag = String((await ask(line)).headers.etag);
    expect(etag).toMatch(/^"/);
    await create(resource, list.values);
    expect(await ask(line, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 200 });
  });
});

describeLists((list) => {
  test('has 50 items on a page, at most 100, and counts all', async () => {
    await storeItems(database, list.resource, { ids: mintIds(101), values: list.values });
    expect((await walk(list.line)).map(({ length }) => length)).toEqual([50, 50, 1]);
    for (const limit of ['101', '99999999999999999999'])
      expect((await walk(`${list.line}limit=${limit}`)).map(({ length }) => length)).toEqual([100, 1]);
    expect(await totalOf(`${list.line}limit=1`)).toBe('101');
  });
});
