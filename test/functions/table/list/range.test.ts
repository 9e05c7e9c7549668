import { createdAtMsOf, Id } from '../../../../functions/model/id';
import type { Page } from '../../../../functions/model/page';
import { list, listItems } from '../../../../functions/table/list';
import { begin, drawIds, grow, hour, postsIn, storeItems } from '../../../support/dynamodb/shards';
import { idAt, randomIdAt } from '../../../support/id';
import { ask } from '../../../support/resources';
import { mockTable } from '../../../support/table';
import { randomOf } from '../../../torture/random';

const table = mockTable();
const sinceHour = (hours: number) => `${new Date(begin + hours * hour).toISOString().slice(0, 16)}Z`;

type Range = Pick<Page, 'createdSince' | 'createdBefore'>;

const walk = async (page: Page) => {
  const ids: string[] = [];
  for (let { after } = page, isFirst = true; isFirst || after; isFirst = false) {
    const { items, next } = await listItems('POST', { ...page, after });
    ids.push(...items.map(({ sk }) => String(sk)));
    after = next;
  }
  return ids;
};

/** Selects the ids of a page's range by their times, in the order of the page. */
const select = (ids: readonly string[], { createdSince = 0, createdBefore = 2 ** 48, after, order }: Page) => {
  const inRange = ids.filter((id) => createdAtMsOf(id) >= createdSince && createdAtMsOf(id) < createdBefore);
  const rest = inRange.filter((id) => !after || (order === 'asc' ? id > after : id < after));
  return order === 'asc' ? rest.sort() : rest.sort().reverse();
};

describe('a time range', () => {
  test('has the items of its time over any plan, in both orders, behind any id, and is counted', async () => {
    const random = randomOf(20261124);
    for (let round = 0; round < 60; round++) {
      const starts = [...new Set(Array.from({ length: random.below(4) }, () => random.below(20)))];
      const generations = starts
        .sort((a, b) => a - b)
        .map((hours) => ({ from: sinceHour(hours), shards: random.pick([1, 2, 3, 8, 16, 128]) }));
      grow('POST', ...generations);
      const limit = random.pick([1, 2, 7, 50, 100]);
      const ids = drawIds(random, 24, 3 * limit + 20);
      storeItems(table, postsIn(ids));
      // Bounds at the time of an item, a millisecond beside it, at the begin of a generation, or anywhere.
      const bound = () => {
        const at = createdAtMsOf(ids[random.below(ids.length)] ?? idAt(begin, 1));
        return random.pick([at, at - 1, at + 1, begin + random.below(24) * hour, begin + random.below(24 * hour)]);
      };
      const range: Range = {
        createdSince: random.chance(0.7) ? bound() : undefined,
        createdBefore: random.chance(0.7) ? bound() : undefined,
      };
      const order = random.pick<Page['order']>(['asc', 'desc']);
      const after = random.pick([undefined, undefined, ids[random.below(ids.length)], randomIdAt(bound(), random)]);
      const page: Page = { ...range, order, limit, after };
      expect({ page, ids: await walk(page) }).toEqual({ page, ids: select(ids, page) });
      const counted = await list(
        { collection: 'POST', model: { id: Id } },
        { ...page, isCounted: true, caller: undefined },
      );
      expect({ page, total: counted.total }).toEqual({
        page,
        total: select(ids, { ...page, after: undefined }).length,
      });
    }
  });

  test('asks only the generations that it touches', async () => {
    grow('POST', { from: sinceHour(1), shards: 2 }, { from: sinceHour(2), shards: 4 });
    const shardsOf = async (since: number, before: number) => {
      const used = storeItems(table, []);
      const range = { createdSince: begin + since, createdBefore: begin + before };
      await listItems('POST', { order: 'desc', limit: 50, ...range });
      return used.queries;
    };
    expect(await shardsOf(0, hour)).toBe(1);
    expect(await shardsOf(hour, 2 * hour)).toBe(2);
    expect(await shardsOf(2 * hour, 3 * hour)).toBe(4);
    expect(await shardsOf(hour - 1, 2 * hour + 1)).toBe(1 + 2 + 4);
  });

  test('without any time makes no call', async () => {
    expect((await ask('GET /posts?createdBefore=1970-01-01')).body).toEqual([]);
    expect(table.sent()).toEqual([]);
  });
});
