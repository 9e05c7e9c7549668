import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import parseLinkHeader from 'parse-link-header';
import { aChild, describeFor } from '../support/declared';
import { mintIds, storeItems } from '../support/dynamodb/store-items';
import { useService } from '../support/service';

const { create, url, database } = useService();

describeFor(aChild, 'a list of 25 children that need several responses is walked by', (child) => {
  const { resource, path, attribute, parent } = child;
  const ids = mintIds(25);
  let parentId: string;
  beforeAll(async () => {
    parentId = (await create(parent.resource)).id;
    // A response of at most 1 MB cannot hold all of these items.
    await storeItems(database, resource, { ids, values: { [attribute]: parentId }, bytes: 80_000 });
  });

  test("Octokit's paginator, also by ids in the route", async () => {
    const octokit = new (Octokit.plugin(paginateRest))({ baseUrl: url() });
    const walk = async (route: string, query: Record<string, unknown> = {}) =>
      ((await octokit.paginate(route, query)) as { id: string }[]).map(({ id }) => id);
    expect(await walk(`GET ${path}`, { [attribute]: parentId, limit: 10, order: 'asc' })).toEqual(ids.toSorted());
    expect(await walk(`GET ${path}?${new URLSearchParams(ids.map((id) => ['id', id]))}`)).toEqual(ids);
  });

  test('a loop with parse-link-header', async () => {
    const first = `${url()}${path}?${attribute}=${parentId}&limit=10&order=asc`;
    const seen: { id: string }[] = [];
    for (let next: string | undefined = first; next; ) {
      const response: Response = await fetch(next);
      const links = parseLinkHeader(response.headers.get('link'));
      expect(links?.first?.url).toBe(seen.length > 0 ? first : undefined);
      seen.push(...(await response.json()));
      next = links?.next?.url;
    }
    expect(seen.map(({ id }) => id)).toEqual(ids.toSorted());
  });
});
