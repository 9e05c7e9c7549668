import { entityOf } from '../../../../functions/kit/entity';
import { createdAtMsOf, Id, mintId } from '../../../../functions/kit/model/id';
import type { Page } from '../../../../functions/kit/model/page';
import { shardOf } from '../../../../functions/kit/table/keys';
import { list, readPage } from '../../../../functions/kit/table/list';
import { sourceOf } from '../../../../functions/kit/table/source';
import { grow } from '../../../support/dynamodb/grown';
import { type Random, randomOf } from '../../../support/random';
import { idAt, randomIdAt } from '../../../support/unit/id';
import { mockTable } from '../../../support/unit/table';
import { THING } from '../things';
import { begin, drawIds, hour, storeItems, thingsIn } from './stored-things';

const table = mockTable();
const sinceHour = (hours: number) => `${new Date(begin + hours * hour).toISOString().slice(0, 16)}Z`;
const orders = ['asc', 'desc'] as const;

const things = entityOf({ collection: THING, path: '/things', model: { id: Id } });

const readThings = async (page: Page) => {
  const source = sourceOf(things, { query: page, caller: undefined }, {});
  return source ? readPage(source, page.limit) : { items: [], next: undefined };
};

/** Returns the ids on all pages of a list. Calls `onPage` with the number of items on each. */
const walk = async (page: Page, onPage: (shown: number) => void) => {
  const ids: string[] = [];
  let { after } = page;
  do {
    const { items, next } = await readThings({ ...page, after });
    onPage(items.length);
    ids.push(...items.map(({ sk }) => String(sk)));
    after = Object(next).after;
  } while (after);
  return ids;
};

const totalOf = async (page: Page) => (await list(things, { query: page, isCounted: true, caller: undefined })).total;

/** Selects the ids of a page's range by their times, in the order of the page. */
const select = (ids: readonly string[], { createdSince = 0, createdBefore = 2 ** 48, after, order }: Page) => {
  const inRange = ids.filter((id) => createdAtMsOf(id) >= createdSince && createdAtMsOf(id) < createdBefore);
  const rest = inRange.filter((id) => !after || (order === 'asc' ? id > after : id < after));
  return order === 'asc' ? rest.sort() : rest.sort().reverse();
};

const drawPlan = (random: Random) => {
  const starts = new Set(Array.from({ length: random.below(4) }, () => random.below(20)));
  const generations = [...starts].sort((a, b) => a - b);
  return generations.map((hours) => ({ from: sinceHour(hours), shards: random.pick([1, 2, 3, 8, 16, 64, 128]) }));
};

/** Draws a page. Its bounds are at an item, a millisecond beside an item, at a full hour, or anywhere. */
const drawPage = (random: Random, limit: number, ids: readonly string[]): Page => {
  const bound = () => {
    const at = createdAtMsOf(ids[random.below(ids.length)] ?? idAt(begin, 1));
    return random.pick([at, at - 1, at + 1, begin + random.below(24) * hour, begin + random.below(24 * hour)]);
  };
  return {
    createdSince: random.chance(0.5) ? bound() : undefined,
    createdBefore: random.chance(0.5) ? bound() : undefined,
    order: random.pick(orders),
    limit,
    after: random.pick([undefined, undefined, ids[random.below(ids.length)], randomIdAt(bound(), random)]),
  };
};

test('a list has all items of its range once and in order over any plan, and reads at most a page too much', async () => {
  const random = randomOf(20261124);
  for (let round = 0; round < 60; round++) {
    const plan = drawPlan(random);
    grow(THING, ...plan);
    const limit = random.pick([1, 2, 7, 50, 100]);
    const ids = drawIds(random, 24, 3 * limit + 20);
    const page = drawPage(random, limit, ids);
    const used = storeItems(table, thingsIn(ids));
    const maxMore = Math.max(limit + 1, 2 * Math.max(1, ...plan.map(({ shards }) => shards)));
    const seen = await walk(page, (shown) => {
      const isWithin = shown <= limit && used.read - shown <= maxMore;
      expect({ plan, page, isWithin }).toEqual({ plan, page, isWithin: true });
      used.read = 0;
    });
    const expected = { ids: select(ids, page), total: select(ids, { ...page, after: undefined }).length };
    expect({ plan, page, ids: seen, total: await totalOf(page) }).toEqual({ plan, page, ...expected });
  }
});

test.each([
  ['before the first generation', 0, hour, 1],
  ['of the first generation', hour, 2 * hour, 2],
  ['of all three', hour - 1, 2 * hour + 1, 1 + 2 + 4],
  ['without any time', hour, hour, 0],
])('a range %s asks only the shards of its time', async (_, since, before, queries) => {
  grow(THING, { from: sinceHour(1), shards: 2 }, { from: sinceHour(2), shards: 4 });
  const used = storeItems(table, []);
  const range = { createdSince: begin + since, createdBefore: begin + before };
  await readThings({ order: 'desc', limit: 50, ...range });
  expect(used.queries).toBe(queries);
});

test('a page of one of 64 shards asks this shard for twice as many each time', async () => {
  grow(THING, { from: sinceHour(0), shards: 64 });
  const random = randomOf(7);
  const all = Array.from({ length: 5000 }, (_, n) => randomIdAt(begin + n, random));
  const ids = all.filter((id) => shardOf(THING, id).endsWith('#5'));
  const used = storeItems(table, thingsIn(ids));
  const { items } = await readThings({ limit: 50, order: 'asc' });
  expect(items.map(({ sk }) => sk)).toEqual(ids.slice(0, 50));
  expect(used).toMatchObject({ queries: 70, read: 64, rounds: 7 });
});

const largeThings = (count: number, bytes: number) => {
  const ids = Array.from({ length: count }, (_, n) => mintId(begin + n * 60_000));
  return thingsIn(ids).map((item) => ({ ...item, content: 'x'.repeat(bytes) }));
};

test.each([1, 2, 8])('large items in %i shards end a page at about 1 MB, and none is skipped', async (shards) => {
  grow(THING, { from: sinceHour(0), shards }, { from: sinceHour(1), shards: 2 });
  const items = largeThings(120, 100_000);
  const ids = items.map(({ sk }) => sk);
  storeItems(table, items);
  for (const order of orders) {
    const page = { order, limit: 100 };
    const sizes: number[] = [];
    const seen = await walk(page, (shown) => sizes.push(shown));
    expect(seen).toEqual(select(ids, page));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(11);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  }
});

test.each([
  [60_000, 1, 40],
  [60_000, 8, 40],
  [200_000, 1, undefined],
  [200_000, 8, undefined],
])('40 items of %i bytes in %i shards have the total %p: a count reads about 4 MB', async (bytes, shards, total) => {
  grow(THING, { from: sinceHour(0), shards });
  const used = storeItems(table, largeThings(40, bytes));
  expect(await totalOf({ limit: 1, order: 'asc' })).toBe(total);
  expect(used.units).toBeLessThan(4 * 128 + 8 * 50);
});
