import type { Page } from '../model/page';
import type { Item } from './item';
import { query, type Within } from './query';

/** Maximum size of a query's reply and of a page. */
const MOST_BYTES = 2 ** 20;

type Shard = {
  readonly within: Within;
  readonly found: { readonly sk: string; readonly item: Item; readonly bytes: number }[];
  /** Sort key up to which the shard has been read. */
  to: string | undefined;
  isOpen: boolean;
};

type Ask = { readonly shard: Shard; readonly limit: number };

type Room = {
  readonly count: number;
  readonly most: number;
  readonly isBefore: (one?: string, other?: string) => boolean;
};

type Wanted = Pick<Page, 'after' | 'order'> & {
  readonly count: number;
  /** Bytes that are already on the page; undefined when one query is the page. */
  readonly bytes?: number;
};

/**
 * Whom to ask next, and for how many: those who may have some before the last of the page, the one that all wait for
 * first. Of what is read, no more may be unsure to be on the page than `most`; one of that is kept for each.
 */
const nextAsks = (shards: readonly Shard[], short: readonly Shard[], room: Room): Ask[] => {
  const { count, most, isBefore } = room;
  const sure = short[0]?.to;
  const held = shards.map(({ found, isOpen }) => {
    const unsure = found.filter(({ sk }) => isBefore(sure, sk)).length;
    return { unsure, sure: found.length - unsure, kept: isOpen ? Math.max(1, unsure) : unsure };
  });
  let free = Math.max(0, most - held.reduce((sum, { kept }) => sum + kept, 0));
  const needed = count - held.reduce((sum, each) => sum + each.sure, 0);
  const share = Math.max(1, Math.floor(free / short.length));
  return short.flatMap((shard) => {
    const more = Math.min(share, free);
    free -= more;
    const limit = Math.min(needed, shard.to === sure ? more + 1 : more);
    return limit > 0 ? [{ shard, limit }] : [];
  });
};

/**
 * The first items of some partitions, in order; `isFull` where the page ends with the last of them, and not since there
 * are no more. More than that is read only up to `count` items, or two of each partition.
 */
export const merge = async (partitions: readonly Within[], { after, order, count, bytes: taken }: Wanted) => {
  const shards: Shard[] = partitions.map((within) => ({ within, found: [], to: after, isOpen: true }));
  const isBefore = (one = '', other = '') => (order === 'asc' ? one < other : one > other);
  const most = Math.max(count, 2 * shards.length);
  const share = count / shards.length;
  // The shard's share, and some more, because a hash does not deal evenly.
  const first = Math.min(count, Math.ceil(share + Math.sqrt(share)), Math.floor((most - 1) / (shards.length - 1)));
  /** Sort key at which 1 MB ended a query and so the page. */
  let cut: string | undefined;
  /** Last item of the page as far as is known. Items behind it are not asked for. */
  let bar: string | undefined;

  const read = async ({ shard, limit }: Ask) => {
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

  for (let asks = shards.map((shard) => ({ shard, limit: first })); ; ) {
    await Promise.all(asks.map(read));
    const found = shards.flatMap((shard) => shard.found).sort((a, b) => (isBefore(a.sk, b.sk) ? -1 : 1));
    let bytes = taken ?? 0;
    const end = found.findIndex((each, index) => {
      bytes += each.bytes;
      return index === count - 1 || each.sk === cut || (index > 0 && bytes > MOST_BYTES);
    });
    bar = found[end]?.sk;
    const short = shards.filter(({ isOpen, to }) => isOpen && (!bar || isBefore(to, bar)));
    if (short.length === 0) {
      const items = found.slice(0, end + 1 || undefined).map(({ item }) => item);
      return { items, isFull: end >= 0, bytes };
    }
    short.sort((a, b) => (isBefore(a.to, b.to) ? -1 : 1));
    asks = nextAsks(shards, short, { count, most, isBefore });
  }
};
