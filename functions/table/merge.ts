import type { Page } from '../http/page';
import type { Item } from './item';
import { query, type Within } from './query';

/** What a query reads at most, and a page shows. */
const MOST_BYTES = 2 ** 20;

type Shard = {
  readonly within: Within;
  readonly found: { readonly sk: string; readonly item: Item; readonly bytes: number }[];
  /** What lies up to here is found. */
  to: string | undefined;
  isOpen: boolean;
};

type Ask = { readonly shard: Shard; readonly limit: number };

type Wanted = Pick<Page, 'after' | 'order'> & {
  readonly count: number;
  /** What others have of the page, and undefined where one query is the page. */
  readonly bytes?: number;
};

/**
 * The first items of some partitions in order, fewer where there are no more or 1 MB is full (`isCut`). At each moment
 * there are at most as many read that are not yet known to be among them as are wanted, or two for each partition: what
 * a partition may have before the item that would be the last is asked for, never all that it might have.
 */
export const merge = async (partitions: readonly Within[], { after, order, count, bytes: taken }: Wanted) => {
  const shards: Shard[] = partitions.map((within) => ({ within, found: [], to: after, isOpen: true }));
  const isBefore = (one = '', other = '') => (order === 'asc' ? one < other : one > other);
  const most = Math.max(count, 2 * shards.length);
  const share = count / shards.length;
  // Its share and, since a hash does not deal evenly, what that may be short of.
  const first = Math.min(count, Math.ceil(share + Math.sqrt(share)), Math.floor((most - 1) / (shards.length - 1)));
  let cut: string | undefined;

  const read = async ({ shard, limit }: Ask, bar?: string) => {
    const range = { after: shard.to, order, to: bar };
    const { Items = [], LastEvaluatedKey } = await query(shard.within, range, { Limit: limit });
    for (const item of Items) {
      const bytes = taken === undefined ? 0 : Buffer.byteLength(JSON.stringify(item));
      shard.found.push({ sk: String(item.sk), item, bytes });
    }
    shard.isOpen = LastEvaluatedKey !== undefined && Items.length > 0;
    shard.to = shard.found.at(-1)?.sk;
    if (shard.isOpen && Items.length < limit && (!cut || isBefore(shard.to, cut))) cut = shard.to;
  };

  for (let asks: Ask[] = shards.map((shard) => ({ shard, limit: first })), bar: string | undefined; ; ) {
    await Promise.all(asks.map((ask) => read(ask, bar)));
    const found = shards.flatMap((shard) => shard.found).sort((a, b) => (isBefore(a.sk, b.sk) ? -1 : 1));
    let bytes = taken ?? 0;
    const end = found.findIndex((each, index) => {
      bytes += each.bytes;
      return index === count - 1 || each.sk === cut || (index > 0 && bytes > MOST_BYTES);
    });
    bar = found[end]?.sk;
    const short = shards.filter(({ isOpen, to }) => isOpen && (!bar || isBefore(to, bar)));
    short.sort((a, b) => (isBefore(a.to, b.to) ? -1 : 1));
    const sure = short[0]?.to;
    if (!sure) {
      const items = found.slice(0, end + 1 || undefined).map(({ item }) => item);
      return { items, isFull: end >= 0, bytes };
    }
    const held = shards.map((shard) => {
      const unsure = shard.found.filter(({ sk }) => isBefore(sure, sk)).length;
      return shard.isOpen ? Math.max(1, unsure) : unsure;
    });
    let free = Math.max(0, most - held.reduce((sum, each) => sum + each, 0));
    const each = Math.max(1, Math.floor(free / short.length));
    const needed = count - found.filter(({ sk }) => !isBefore(sure, sk)).length;
    asks = short.flatMap((shard) => {
      const more = Math.min(each, free);
      free -= more;
      // The one that all wait for holds nothing that is unsure, and has one free in any case.
      const limit = Math.min(needed, shard.to === sure ? more + 1 : more);
      return limit > 0 ? [{ shard, limit }] : [];
    });
  }
};
