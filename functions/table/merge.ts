import type { TableItem } from './item';
import type { KeyRange } from './partition';
import { narrow, type PartitionKey, query } from './query';

/** Maximum size of a query's reply and of a page. */
export const MAX_BYTES = 2 ** 20;

type Shard = {
  readonly partition: PartitionKey;
  readonly found: { readonly sk: string; readonly item: TableItem; readonly bytes: number }[];
  /** Sort key up to which the shard is read. */
  readTo: string | undefined;
  /** True while the shard may hold more items. */
  isOpen: boolean;
};

type ShardQuery = { readonly shard: Shard; readonly limit: number };

type PageLimits = {
  readonly count: number;
  /** Maximum number of items that are read before it is known whether the page shows them. */
  readonly maxUnsure: number;
  readonly isBefore: (sk?: string, otherSk?: string) => boolean;
};

type MergeInput = {
  readonly range: KeyRange;
  readonly count: number;
  /** Bytes that are already on the page; undefined when one query reads the whole page. */
  readonly bytes?: number;
};

/**
 * Returns the queries of the next round. `behind` lists the shards that may hold more items of the page. The first of
 * them is read the least far: items up to its `readTo` are sure to be on the page. `maxUnsure` limits all other items
 * that are read. One of these is reserved for each open shard.
 */
const nextQueries = (shards: readonly Shard[], behind: readonly Shard[], limits: PageLimits): ShardQuery[] => {
  const { count, maxUnsure, isBefore } = limits;
  const sureTo = behind[0]?.readTo;
  const counts = shards.map(({ found, isOpen }) => {
    const unsure = found.filter(({ sk }) => isBefore(sureTo, sk)).length;
    return { sure: found.length - unsure, reserved: isOpen ? Math.max(1, unsure) : unsure };
  });
  let free = Math.max(0, maxUnsure - counts.reduce((sum, { reserved }) => sum + reserved, 0));
  const needed = count - counts.reduce((sum, { sure }) => sum + sure, 0);
  const share = Math.max(1, Math.floor(free / behind.length));
  return behind.flatMap((shard) => {
    const extra = Math.min(share, free);
    free -= extra;
    const limit = Math.min(needed, shard.readTo === sureTo ? extra + 1 : extra);
    return limit > 0 ? [{ shard, limit }] : [];
  });
};

/**
 * Reads the first items of some partitions and merges them in order. Reads at most `count` items that the page does not
 * show, or two of each partition if that is more. `isFull` is false when the partitions hold no more items.
 */
export const merge = async (partitions: readonly PartitionKey[], { range, count, bytes: taken }: MergeInput) => {
  const { order } = range;
  const shards: Shard[] = partitions.map((partition) => ({ partition, found: [], readTo: undefined, isOpen: true }));
  const isBefore = (sk = '', otherSk = '') => (order === 'asc' ? sk < otherSk : sk > otherSk);
  const maxUnsure = Math.max(count, 2 * shards.length);
  const share = count / shards.length;
  // Asks each shard for more than its share, because a hash does not distribute items evenly.
  const first = Math.min(count, Math.ceil(share + Math.sqrt(share)), Math.floor((maxUnsure - 1) / (shards.length - 1)));
  /** Sort key of the last item of a reply that ended at 1 MB. The page ends at this item. */
  let cutOff: string | undefined;
  /** Sort key of the last item of the page, as far as is known. Later queries do not read beyond it. */
  let pageEnd: string | undefined;

  const read = async ({ shard, limit }: ShardQuery) => {
    const rest = narrow(range, shard.readTo, pageEnd);
    const { Items = [], LastEvaluatedKey } = await query(shard.partition, rest, { Limit: limit });
    for (const item of Items) {
      const bytes = taken === undefined ? 0 : Buffer.byteLength(JSON.stringify(item));
      shard.found.push({ sk: String(item.sk), item, bytes });
    }
    shard.isOpen = LastEvaluatedKey !== undefined && Items.length > 0;
    shard.readTo = shard.found.at(-1)?.sk;
    if (shard.isOpen && Items.length < limit && (!cutOff || isBefore(shard.readTo, cutOff))) cutOff = shard.readTo;
  };

  for (let queries = shards.map((shard) => ({ shard, limit: first })); ; ) {
    await Promise.all(queries.map(read));
    const found = shards.flatMap((shard) => shard.found).sort((a, b) => (isBefore(a.sk, b.sk) ? -1 : 1));
    let bytes = taken ?? 0;
    const end = found.findIndex((each, index) => {
      bytes += each.bytes;
      return index === count - 1 || each.sk === cutOff || (index > 0 && bytes > MAX_BYTES);
    });
    pageEnd = found[end]?.sk;
    const behind = shards.filter(({ isOpen, readTo }) => isOpen && (!pageEnd || isBefore(readTo, pageEnd)));
    if (behind.length === 0) {
      const items = found.slice(0, end + 1 || undefined).map(({ item }) => item);
      return { items, isFull: end >= 0, bytes };
    }
    behind.sort((a, b) => (isBefore(a.readTo, b.readTo) ? -1 : 1));
    queries = nextQueries(shards, behind, { count, maxUnsure, isBefore });
  }
};
