import { aLargeResource, aUniqueField, describeFor } from '../../support/declared';
import { mintIds, storeItems } from '../../support/dynamodb/store-items';
import { routeOf } from '../../support/every-resource';
import { nobody, useService } from '../../support/service';
import { idAt } from '../../support/unit/id';

const { ask, create, createUnder, url, walk, database } = useService();

describeFor(aUniqueField, 'a list by a unique value', ({ resource, path, input, field }) => {
  test('has the one resource with a value of the same normal form, behind another id and in its time', async () => {
    await create(resource);
    const created = await createUnder(resource, idAt(Date.parse('2024-02-29T00:00Z'), 1));
    const value = String(created[field]);
    const { normalize = String } = input[field]?.unique ?? {};
    const spellings = [value, value.toUpperCase(), value.normalize('NFD')];
    for (const spelling of spellings.filter((each) => normalize(each) === normalize(value)))
      for (const [query, body, total] of [
        [`after=${nobody}&order=asc`, [created], '1'],
        [`after=${nobody}`, [], '1'],
        ['createdSince=2024-02-29&createdBefore=2024-03-01', [created], '1'],
        ['createdBefore=2024-02-29', [], '0'],
      ]) {
        const line = `GET ${path}?${field}=${encodeURIComponent(spelling)}&${query}`;
        const found = await ask(line, { headers: { prefer: 'count=exact' } });
        expect([found.body, found.headers['x-total-count']]).toEqual([body, total]);
      }
  });
});

describeFor(aLargeResource, 'a list by ids', ({ resource, path, maxBytes }) => {
  test('ends a page at about 1 MB, and links to the ids that are left', async () => {
    const [, { query = {} }] = routeOf(resource, 'list');
    const ids = mintIds(40);
    const size = Math.min(maxBytes, 90_000);
    await storeItems(database, resource, { ids, bytes: size });
    const expand = query.expand ? `expand=${query.expand.oneOf?.[0]}&` : '';
    const lineOf = (asked: string[]) => `${path}?${expand}${asked.map((id) => `id=${id}`).join('&')}`;
    const { headers, body } = await ask(`GET ${lineOf(ids)}`);
    expect(headers.link).toBe(`<${url()}${lineOf(ids.slice(body.length))}>; rel="next"`);
    const pages = await walk(lineOf(ids));
    expect(pages.every(({ length }) => length > 0 && length * size <= 1_200_000)).toBe(true);
    expect(pages.flat()).toEqual(ids);
  });
});
