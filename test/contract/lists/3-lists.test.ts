import { mintIds, storeItems } from '../../support/dynamodb/store-items';
import { linksOf } from '../../support/links';
import { describeLists } from '../../support/lists';
import { nobody, useService } from '../../support/service';

const service = useService();
const { ask, create, url, walk, database } = service;

type Listed = { id: string };

describeLists(service, (list) => {
  const { resource } = list;
  const created: string[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 7; i++) created.push((await create(resource, list.values)).id);
  });

  test.each([
    ['desc', 3, [3, 3, 1]],
    ['asc', 3, [3, 3, 1]],
    ['asc', 7, [7]],
  ])('is walked %s in pages of %d to the end, and to no empty page', async (order, limit, sizes) => {
    const pages = await walk(`${list.line}limit=${limit}&order=${order}`);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat()).toEqual(order === 'asc' ? created : created.toReversed());
  });

  test('continues behind an id, counts all, and links to the next and the first page on the host that was asked', async () => {
    const [, second, third, fourth] = created;
    const headers = { host: 'localhost:8080', prefer: 'count=exact' };
    const answered = await ask(`GET ${list.line}order=asc&limit=2&after=${second}`, { headers });
    expect(answered.body.map(({ id }: Listed) => id)).toEqual([third, fourth]);
    expect(answered.headers['x-total-count']).toBe('7');
    expect(linksOf(answered.headers.link)).toEqual({
      next: `http://localhost:8080${list.line}order=asc&limit=2&after=${fourth}`,
      first: `http://localhost:8080${list.line}order=asc&limit=2`,
    });
  });

  test('continues behind an id of no resource', async () => {
    const { headers, body } = await ask(`GET ${list.line}order=asc&after=${nobody}`);
    expect(body).toHaveLength(7);
    expect(linksOf(headers.link)).toEqual({ first: `${url()}${list.line}order=asc` });
    expect((await ask(`GET ${list.line}after=${nobody}`)).body).toEqual([]);
  });

  test('has another strong ETag when another page follows', async () => {
    const line = `GET ${list.line}order=asc&limit=7`;
    const { etag } = (await ask(line)).headers;
    expect(etag).toMatch(/^"/);
    await create(resource, list.values);
    expect(await ask(line, { headers: { 'if-none-match': String(etag) } })).toMatchObject({ status: 200 });
  });
});

describeLists(service, (list) => {
  const { resource } = list;
  const small = mintIds(101);

  test('has 50 items on a page, at most 100, and counts all', async () => {
    await storeItems(database, resource, { ids: small, values: list.values });
    expect((await walk(list.line)).map(({ length }) => length)).toEqual([50, 50, 1]);
    for (const limit of ['101', '99999999999999999999'])
      expect((await walk(`${list.line}limit=${limit}`)).map(({ length }) => length)).toEqual([100, 1]);
    const { headers } = await ask(`GET ${list.line}limit=1`, { headers: { prefer: 'count=exact' } });
    expect(headers['x-total-count']).toBe('101');
  });

  test('ends a page at about 1 MB, and skips no item', async () => {
    const large = mintIds(30);
    await storeItems(database, resource, { ids: large, values: list.values, filler: 'x'.repeat(80_000) });
    const pages = await walk(`${list.line}order=asc&after=${small.sort().at(-1)}`);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.every(({ length }) => length > 0 && length < 14)).toBe(true);
    expect(pages.flat()).toEqual(large.sort());
  });
});
