import { instantOf, mintId } from '../../../functions/model/id';
import { list } from '../../../functions/table/list';
import { listCounted } from '../../../functions/table/list-counted';
import { type Epoch, partitionOf } from '../../../functions/table/partition';
import { grow, holdItems, postsIn } from '../../support/partitions';
import { mockTable } from '../../support/table';
import { type Random, randomOf } from '../../torture/random';

const table = mockTable();
const begin = Date.parse('2026-01-01T00:00Z');
const hour = 3_600_000;
const sinceHour = (hours: number) => `${new Date(begin + hours * hour).toISOString().slice(0, 16)}Z`;

type Order = 'asc' | 'desc';
type Used = ReturnType<typeof holdItems>;

/** All pages of a list, as ids; `each` hears what a page read and showed. */
const walk = async (order: Order, limit: number, each: (shown: number) => void = () => {}) => {
  const ids: string[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const { body, next } = await list('POST', { limit, order, after }, ({ sk }) => String(sk));
    each(body.length);
    ids.push(...body);
    if (next) expect(next).toBe(body.at(-1));
    after = next;
  }
  return ids;
};

const totalOf = async ({ limit, order }: { limit: number; order: Order }) => {
  const page = { limit, order, after: undefined, isCounted: true };
  const listed = await listCounted('POST', page, ({ sk }) => sk);
  return 'total' in listed ? listed.total : undefined;
};

const inOrder = (ids: readonly string[], order: Order) =>
  order === 'asc' ? [...ids].sort() : [...ids].sort().reverse();

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** An id of this instant, the same for the same seed. */
const idAt = (instantMs: number, { below }: Random) => {
  const time = hex(instantMs, 12);
  const rest = `8${hex(below(0x1000), 3)}-${hex(below(2 ** 24), 6)}${hex(below(2 ** 24), 6)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(below(0x1000), 3)}-${rest}`;
};

/**
 * Ids within the first hours. Some lists are dealt by the hash; in others one shard of each epoch has all but a few, be
 * it at any time or only on one side of an instant: then what the other shards gave was read for nothing.
 */
const draw = (random: Random, hours: number, most: number) => {
  const mint = () => idAt(begin + random.below(hours * hour), random);
  const crowd = random.pick([1, 0.1, 0]);
  const [from, to] = random.pick([
    [0, 0],
    [0, hours / 2],
    [hours / 2, hours],
  ]);
  const isTaken = (id: string) => {
    const at = (instantOf(id) - begin) / hour;
    return /^POST$|#0$/.test(partitionOf('POST', id)) || (at >= from && at < to) || random.chance(crowd);
  };
  const ids: string[] = [];
  for (let tries = random.pick([0, 1, 20, most, 20 * most]); tries > 0 && ids.length < most; tries--) {
    const id = mint();
    if (isTaken(id)) ids.push(id);
  }
  return [...new Set(ids)];
};

const mostShards = (epochs: readonly Epoch[]) => Math.max(1, ...epochs.map(({ shards }) => shards));

describe('a list over any plan', () => {
  test('has all items once and in order, and reads at most a page more than it shows', async () => {
    const random = randomOf(20261120);
    for (let round = 0; round < 30; round++) {
      const starts = Array.from({ length: random.below(4) }, () => random.below(20)).sort((a, b) => a - b);
      const epochs = [...new Set(starts)].map((hours) => ({
        since: sinceHour(hours),
        shards: random.pick([1, 2, 3, 4, 8, 16, 64, 128]),
      }));
      grow('POST', ...epochs);
      const [order, limit] = [random.pick<Order>(['asc', 'desc']), random.pick([1, 2, 7, 50, 100])];
      const ids = draw(random, 24, 5 * limit + 20);
      const used: Used = holdItems(table, postsIn(ids));
      const most = Math.max(limit + 1, 2 * mostShards(epochs));
      let before = 0;
      const seen = await walk(order, limit, (shown) => {
        const more = used.read - before - shown;
        expect({ more, epochs, limit, order, isWithin: more <= most }).toMatchObject({ isWithin: true });
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
    [4, 5, 66, 2],
    [8, 13, 70, 2],
    [16, 42, 73, 4],
    [32, 56, 73, 4],
    [64, 76, 129, 3],
    [128, 131, 222, 2],
  ])('dealt by the hash to %i shards takes %i queries for a page, reads %i items, in %i rounds', async (...row) => {
    const [shards, queries, read, rounds] = row;
    grow('POST', { since: sinceHour(0), shards });
    const random = randomOf(7);
    const ids = Array.from({ length: 400 }, () => idAt(begin + random.below(hour), random));
    const used = holdItems(table, postsIn(ids));
    await list('POST', { limit: 50, order: 'desc', after: undefined }, ({ sk }) => sk);
    expect(used).toMatchObject({ queries, read, rounds });
  });

  test('reads most where one shard has the whole page, and the others the next ones', async () => {
    grow('POST', { since: sinceHour(0), shards: 16 });
    const random = randomOf(3);
    const isFirst = (id: string) => partitionOf('POST', id).endsWith('#0');
    const early = Array.from({ length: 2000 }, () => idAt(begin + random.below(hour), random)).filter(isFirst);
    const late = Array.from({ length: 500 }, () => idAt(begin + hour + random.below(hour), random));
    const used = holdItems(table, postsIn([...early, ...late]));
    const { body } = await list('POST', { limit: 50, order: 'asc', after: undefined }, ({ sk }) => sk);
    expect(body).toEqual(inOrder(early, 'asc').slice(0, 50));
    expect(used.read - 50).toBeLessThanOrEqual(51);
    expect(used.read - 50).toBeGreaterThan(40);
  });

  test('of which most posts are in one shard asks the others once', async () => {
    grow('POST', { since: sinceHour(0), shards: 64 });
    const ids = Array.from({ length: 20_000 }, (_, n) => mintId(begin + n)).filter((id) =>
      partitionOf('POST', id).endsWith('#5'),
    );
    const used = holdItems(table, postsIn(ids));
    const { body } = await list('POST', { limit: 50, order: 'asc', after: undefined }, ({ sk }) => sk);
    expect(body).toEqual(inOrder(ids, 'asc').slice(0, 50));
    // One query of the first epoch, one of each shard, and one more of that which has them all.
    expect(used).toMatchObject({ queries: 1 + 64 + 1, read: 51, rounds: 3 });
  });
});

describe('a list of large items', () => {
  const large = (ids: readonly string[], bytes: number) =>
    postsIn(ids).map((item) => ({ ...item, content: 'x'.repeat(bytes) }));
  const idsOf = (count: number) => Array.from({ length: count }, (_, n) => mintId(begin + n * 60_000));

  test.each([1, 2, 8])('ends a page at about 1 MB, with %i shards, and loses none', async (shards) => {
    grow('POST', { since: sinceHour(0), shards }, { since: sinceHour(1), shards: 2 });
    const ids = idsOf(120);
    holdItems(table, large(ids, 100_000));
    for (const order of ['asc', 'desc'] as const) {
      const pages: number[] = [];
      expect(await walk(order, 100, (shown) => pages.push(shown))).toEqual(inOrder(ids, order));
      expect(Math.max(...pages)).toBeLessThanOrEqual(11);
      expect(Math.min(...pages)).toBeGreaterThan(0);
    }
  });

  test('counts over all shards, and leaves it where that takes more than 4 MB of reading', async () => {
    grow('POST', { since: sinceHour(0), shards: 8 });
    const ids = idsOf(40);
    const page = { limit: 1, order: 'asc' } as const;
    const used = holdItems(table, large(ids, 60_000));
    expect(await totalOf(page)).toBe(40);
    expect(used.units).toBeLessThan(4 * 128 + 8 * 16);
    const more = holdItems(table, large(ids, 200_000));
    expect(await totalOf(page)).toBeUndefined();
    expect(more.units).toBeLessThan(4 * 128 + 8 * 50);
  });
});
