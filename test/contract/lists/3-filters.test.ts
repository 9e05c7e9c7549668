import { aUniqueField, describeFor } from '../../support/declared';
import { mintIds, storeItems } from '../../support/dynamodb/store-items';
import { describeLists } from '../../support/lists';
import { nobody, useService } from '../../support/service';

const service = useService();
const { ask, create, requestFor, walk, database } = service;

describeFor(aUniqueField, 'a list by a unique value', ({ resource, path, input, field }) => {
  test('has and counts the one resource with a value of the same normal form, behind another id', async () => {
    const { id, [field]: value = '' } = await create(resource);
    await create(resource);
    const { normalize = String } = input[field]?.unique ?? {};
    const spellings = [value, String(value).toUpperCase(), String(value).normalize('NFD')];
    for (const spelling of spellings.filter((each) => normalize(String(each)) === normalize(String(value)))) {
      const line = `GET ${path}?${field}=${encodeURIComponent(spelling)}&after=${nobody}`;
      const found = await ask(`${line}&order=asc`, { headers: { prefer: 'count=exact' } });
      expect(found).toMatchObject({ status: 200, body: [{ id, [field]: value }] });
      expect(found.headers['x-total-count']).toBe('1');
      expect((await ask(line)).body).toEqual([]);
    }
  });
});

describeLists(service, (list) => {
  const { resource } = list;

  test.each(['asc', 'desc'])('shows each item that exists during a whole walk exactly once, %s', async (order) => {
    const ids = mintIds(200).sort();
    const isGoing = (_: string, index: number) => index % 10 === 0;
    const staying = ids.filter((id, index) => !isGoing(id, index));
    const going = ids.filter(isGoing).map((id) => `${resource.path}/${id}`);
    await storeItems(database, resource, { ids: staying, values: list.values });
    for (const path of going) {
      const body = await requestFor(resource, 'create', list.values);
      expect(await ask(`PUT ${path}`, { headers: { 'if-none-match': '*' }, body })).toMatchObject({ status: 201 });
    }
    const change = async () => {
      for (const path of going) {
        const [deleted] = await Promise.all([ask(`DELETE ${path}`), create(resource, list.values)]);
        expect(deleted.status).toBe(204);
      }
    };
    const [pages] = await Promise.all([walk(`${list.line}order=${order}&limit=7`), change()]);
    const seen = new Set(pages.flat());
    expect(seen.size).toBe(pages.flat().length);
    expect(staying.filter((id) => !seen.has(id))).toEqual([]);
  });
});
