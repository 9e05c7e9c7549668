import { aLargeResource, describeFor } from '../../support/declared';
import { mintIds, storeItems } from '../../support/dynamodb/store-items';
import { routeOf } from '../../support/every-resource';
import { useService } from '../../support/service';

const { ask, url, walk, database } = useService();

const idsOf = (query: string[]) => query.map((id) => `id=${id}`).join('&');

describeFor(aLargeResource, 'a list by ids', ({ resource, path, maxBytes }) => {
  test('ends a page at about 1 MB, and links to the ids that are left', async () => {
    const [, { query = {} }] = routeOf(resource, 'list');
    const line = `${path}?${query.expand ? `expand=${query.expand.oneOf?.[0]}&` : ''}`;
    const size = Math.min(maxBytes, 90_000);
    const ids = mintIds(40);
    await storeItems(database, resource, { ids, filler: 'x'.repeat(size) });
    const first = await ask(`GET ${line}${idsOf(ids)}`);
    expect(first.headers.link).toBe(`<${url()}${line}${idsOf(ids.slice(first.body.length))}>; rel="next"`);
    const pages = await walk(`${line}${idsOf(ids)}`);
    expect(pages.every(({ length }) => length > 0 && length * size <= 1_200_000)).toBe(true);
    expect(pages.flat()).toEqual(ids);
  });
});
