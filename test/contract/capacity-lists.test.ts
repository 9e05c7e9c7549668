import { client } from '../../functions/kit/dynamodb/client';
import { resources } from '../../functions/resources';
import { budget } from '../../lib/cost/budget';
import { creatorAs } from '../support/auth/owned';
import { aChild, aLargeResource, aResource, describeFor, describeShapes, routeOf } from '../support/declared';
import { grow, startGrown } from '../support/dynamodb/grown';
import { mintIds, storeItems } from '../support/dynamodb/store-items';
import { walkWith } from '../support/links';
import { readText } from '../support/sources';
import { useAwakeTimers } from '../support/time';
import { idAt } from '../support/unit/id';

const { database, empty, askMetered, unitsOf } = startGrown();
// Lists of one shard, because more shards cost more units. The last test of this file measures them.
beforeAll(() => {
  for (const { collection } of resources) grow(collection);
});
const send = jest.spyOn(client, 'send');
const { create } = creatorAs('owner');

const idsOf = (ids: readonly string[]) => ids.map((id) => `id=${id}`).join('&');

describeShapes('the read units of a list of %s', (_, resource) => {
  const { path } = resource;
  beforeAll(empty);

  test('of 50 items of 1 kB are those of the budget', async () => {
    await storeItems(database, resource, { ids: mintIds(51), bytes: 1000 });
    expect(await unitsOf(`GET ${path}`)).toBe(budget[routeOf(resource, 'list')[0]]?.readUnits);
  });

  test('of 50 by id are a unit each, in at most 10 calls', async () => {
    const ids = [];
    for (let i = 0; i < 50; i++) ids.push((await create(resource)).id);
    send.mockClear();
    expect(await unitsOf(`GET ${path}?${idsOf(ids)}`)).toBe(50);
    expect(send.mock.calls.length).toBeLessThanOrEqual(10);
  });

  test('of a time range are those of its page without a range, and half a unit for an empty one', async () => {
    const range = 'createdSince=2026-01-01&createdBefore=2999-01-01';
    expect(await unitsOf(`GET ${path}?limit=4&${range}`)).toBe(await unitsOf(`GET ${path}?limit=4`));
    expect(await unitsOf(`GET ${path}?createdSince=2998-01-01`)).toBe(0.5);
    expect(await unitsOf(`GET ${path}?createdBefore=2020-01-01`)).toBe(0.5);
  });
});

describeFor(aChild, 'the read units of a list of children', ({ resource, path, attribute, parent }) => {
  test('that is counted are no more for one page, else as many as reading all of it', async () => {
    const { id } = await create(parent.resource);
    await storeItems(database, resource, { ids: mintIds(20), values: { [attribute]: id }, bytes: 880 });
    expect(await unitsOf(`GET ${path}?limit=30&${attribute}=${id}`, 'count=exact')).toBe(2.5);
    expect(await unitsOf(`GET ${path}?limit=3&${attribute}=${id}`, 'count=exact')).toBe(0.5 + 2.5);
  });
});

describeFor(aLargeResource, 'the read units of a page of 50 by id', ({ resource, path, maxBytes }) => {
  const ofLarge = Math.ceil(maxBytes / 4096);
  let large: string[] = [];
  let small: string[] = [];
  beforeAll(async () => {
    [large, small] = [mintIds(50), mintIds(50)];
    await storeItems(database, resource, { ids: large, bytes: maxBytes });
    await storeItems(database, resource, { ids: small });
  });

  test.each<readonly [order: string, isLarge: (index: number) => boolean]>([
    ['all large', () => true],
    ['every second large', (index) => index % 2 === 0],
    ['the last 23 large', (index) => index >= 27],
  ])('are at most 300 with %s, and nothing is read twice', async (_, isLarge) => {
    const ids = large.map((id, index) => (isLarge(index) ? id : (small[index] ?? '')));
    const units: number[] = [];
    const walk = walkWith(async (line: string) => {
      const page = await askMetered(line);
      units.push(page.units);
      return page;
    });
    expect((await walk(`${path}?${idsOf(ids)}`)).flat()).toEqual(ids);
    expect(Math.max(...units)).toBeLessThanOrEqual(300);
    expect(units.reduce((sum, each) => sum + each)).toBe(
      50 + (ofLarge - 1) * ids.filter((_id, index) => isLarge(index)).length,
    );
  });
});

/** Rows of the table in lib/deploy/README.md: shards, creates and lists a second, and the read units of 50 items of 1 kB. */
const rows = [...readText('lib/deploy/README.md').matchAll(/^\| (\d+) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \|$/gm)].map(
  (row) => row.slice(1).map((cell) => Number(cell.replace(',', ''))),
);

describeFor(aResource, 'the read units of 50 items of 1 kB', ({ resource }) => {
  useAwakeTimers();
  beforeAll(empty);

  test.each(rows)('over %d shards, with %d creates and %d lists a second, takes %d units', async (...row) => {
    const [shards = 0, creates, lists, units = 0] = row;
    // A shard takes 500 creates and 3,000 read units, and a table 40,000 units.
    expect([creates, lists]).toEqual([500 * shards, Math.floor(Math.min(3_000 * shards, 40_000) / units)]);
    const from = `${1980 + Math.log2(shards)}-01-01T00:00Z`;
    grow(resource.collection, { from, shards });
    const ids = Array.from({ length: 300 }, (_id, number) => idAt(Date.parse(from) + number, number));
    await storeItems(database, resource, { ids, bytes: 1000 });
    const page = await askMetered(`GET ${resource.path}`);
    expect([page.body.length, page.units]).toEqual([50, units]);
  });
});
