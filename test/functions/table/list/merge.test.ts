import { Id, mintId } from '../../../../functions/model/id';
import { list, listItems } from '../../../../functions/table/list';
import { type Generation, shardOf } from '../../../../functions/table/shards';
import { begin, drawIds, grow, hour, postsIn, storeItems } from '../../../support/dynamodb/shards';
import { randomIdAt } from '../../../support/id';
import { mockTable } from '../../../support/table';
import { randomOf } from '../../../torture/random';

const table = mockTable();
const sinceHour = (hours: number) => `${new Date(begin + hours * hour).toISOString().slice(0, 16)}Z`;

type Order = 'asc' | 'desc';

/** Returns the ids on all pages of a list. Calls `onPage` with the number of items on each. */
const walk = async (order: Order, limit: number, onPage: (shown: number) => void = () => {}) => {
  const ids: string[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const { items, next } = await listItems('POST', { limit, order, after });
    onPage(items.length);
    ids.push(...items.map(({ sk }) => String(sk)));
    if (next) expect(next).toBe(ids.at(-1));
    after = next;
  }
  return ids;
};

const totalOf = async ({ limit, order }: { limit: number; order: Order }) => {
  const page = { limit, order, after: undefined, isCounted: true, caller: undefined };
  const listed = await list({ collection: 'POST', model: { id: Id } }, page);
  return 'total' in listed ? listed.total : undefined;
};

const inOrder = (ids: readonly string[], order: Order) =>
  order === 'asc' ? [...ids].sort() : [...ids].sort().reverse();

const maxShards = (generations: readonly Generation[]) => Math.max(1, ...generations.map(({ shards }) => shards));

describe('a list over any plan', () => {
  test('has all items once and in order, and reads at most a page more than it shows', async () => {
    const random = randomOf(20261120);
    for (let round = 0; round < 15; round++) {
      const starts = Array.from({ length: random.below(4) }, () => random.below(20)).sort((a, b) => a - b);
      const generations = [...new Set(starts)].map((hours) => ({
        from: sinceHour(hours),
        shards: random.pick([1, 2, 3, 4, 8, 16, 64, 128]),
      }));
      grow('POST', ...generations);
      const [order, limit] = [random.pick<Order>(['asc', 'desc']), random.pick([1, 2, 7, 50, 100])];
      const ids = drawIds(random, 24, 5 * limit + 20);
      const used = storeItems(table, postsIn(ids));
      const max = Math.max(limit + 1, 2 * maxShards(generations));
      let before = 0;
      const seen = await walk(order, limit, (shown) => {
        const more = used.read - before - shown;
        expect({ more, generations, limit, order, isWithin: more <= max }).toMatchObject({ isWithin: true });
        before = used.read;
      });
      expect(seen).toEqual(inOrder(ids, order));
      used.read = 0;
      expect(await totalOf({ limit, order })).toBe(ids.length);
    }
  });

  test.each([
    [1, 1, 51, 1],
    [2, 2, 62, 1],
    [4, 5, 69, 2],
    [8, 10, 74, 2],
    [16, 20, 82, 2],
    [32, 38, 98, 2],
    [64, 74, 129, 2],
    [128, 131, 222, 2],
  ])('of %i shards reads a page with %i queries and %i items in %i rounds', async (...row) => {
    const [shards, queries, read, rounds] = row;
    grow('POST', { from: sinceHour(0), shards });
    const random = randomOf(7);
    const ids = Array.from({ length: 400 }, () => randomIdAt(begin + random.below(hour), random));
    const used = storeItems(table, postsIn(ids));
    await listItems('POST', { limit: 50, order: 'desc', after: undefined });
    expect(used).toMatchObject({ queries, read, rounds });
  });

  test('asks a shard that has all posts for twice as many each time', async () => {
    grow('POST', { from: sinceHour(0), shards: 64 });
    const random = randomOf(7);
    const ids = Array.from({ length: 5000 }, (_, n) => randomIdAt(begin + n, random)).filter((id) =>
      shardOf('POST', id).endsWith('#5'),
    );
    expect(ids.length).toBeGreaterThan(51);
    const used = storeItems(table, postsIn(ids));
    const { items } = await listItems('POST', { limit: 50, order: 'asc', after: undefined });
    expect(items.map(({ sk }) => sk)).toEqual(inOrder(ids, 'asc').slice(0, 50));
    expect(used).toMatchObject({ queries: 70, read: 64, rounds: 7 });
  });
});

describe('a list of large items', () => {
  const large = (ids: readonly string[], bytes: number) =>
    postsIn(ids).map((item) => ({ ...item, content: 'x'.repeat(bytes) }));
  const idsOf = (count: number) => Array.from({ length: count }, (_, n) => mintId(begin + n * 60_000));

  test.each([1, 2, 8])('with %i shards ends a page at about 1 MB, and skips no item', async (shards) => {
    grow('POST', { from: sinceHour(0), shards }, { from: sinceHour(1), shards: 2 });
    const ids = idsOf(120);
    storeItems(table, large(ids, 100_000));
    for (const order of ['asc', 'desc'] as const) {
      const pages: number[] = [];
      expect(await walk(order, 100, (shown) => pages.push(shown))).toEqual(inOrder(ids, order));
      expect(Math.max(...pages)).toBeLessThanOrEqual(11);
      expect(Math.min(...pages)).toBeGreaterThan(0);
    }
  });

  test('is counted over all shards, unless that takes more than 4 MB of reading', async () => {
    grow('POST', { from: sinceHour(0), shards: 8 });
    const ids = idsOf(40);
    const page = { limit: 1, order: 'asc' } as const;
    const used = storeItems(table, large(ids, 60_000));
    expect(await totalOf(page)).toBe(40);
    expect(used.units).toBeLessThan(4 * 128 + 8 * 16);
    const more = storeItems(table, large(ids, 200_000));
    expect(await totalOf(page)).toBeUndefined();
    expect(more.units).toBeLessThan(4 * 128 + 8 * 50);
  });
});
