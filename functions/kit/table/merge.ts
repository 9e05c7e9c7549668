import type { TableItem } from '../dynamodb/client';
import { narrow, type PartitionKey, query } from './query';
import type { KeyRange } from './shards';

/** Maximum size of a query's reply and of a page. */
export const MAX_BYTES = 2 ** 20;

type Found = { readonly sk: string; readonly item: TableItem; readonly bytes: number };
type Shard = { readonly partition: PartitionKey; readonly found: Found[]; isOpen: boolean };
type MergeInput = {
  readonly range: KeyRange;
  readonly count: number;
  /** Bytes that are already on the page; undefined when one query reads the whole page. */
  readonly bytes?: number;
};

/**
 * Reads the first items of some partitions and merges them in order. Asks each partition for its share of the page, and
 * again for as many as it has found while it is behind. `isFull` is false when the partitions hold no more items.
 */
export const merge = async (partitions: readonly PartitionKey[], { range, count, bytes: taken }: MergeInput) => {
  const isBefore = (sk = '', otherSk = '') => (range.order === 'asc' ? sk < otherSk : sk > otherSk);
  const shards: Shard[] = partitions.map((partition) => ({ partition, found: [], isOpen: true }));
  const share = count / shards.length;
  const first = Math.min(count, Math.ceil(share + Math.sqrt(share)));
  for (let behind = shards, pageEnd: string | undefined; ; ) {
    await Promise.all(
      behind.map(async (shard) => {
        const rest = narrow(range, shard.found.at(-1)?.sk, pageEnd);
        const Limit = Math.min(count, Math.max(first, shard.found.length));
        const { Items = [], LastEvaluatedKey } = await query(shard.partition, rest, { Limit });
        const sized = (item: TableItem) => (taken === undefined ? 0 : Buffer.byteLength(JSON.stringify(item)));
        shard.found.push(...Items.map((item) => ({ sk: String(item.sk), item, bytes: sized(item) })));
        shard.isOpen = LastEvaluatedKey !== undefined && Items.length > 0;
      }),
    );
    const found = shards.flatMap((shard) => shard.found).sort((a, b) => (isBefore(a.sk, b.sk) ? -1 : 1));
    let bytes = taken ?? 0;
    const end = found.findIndex((each, index) => {
      bytes += each.bytes;
      return index === count - 1 || (index > 0 && bytes > MAX_BYTES);
    });
    // One partition: a reply that ended at 1 MB ends the page.
    const last = end < 0 && taken === undefined && shards[0]?.isOpen ? found.length - 1 : end;
    pageEnd = found[last]?.sk;
    behind = shards.filter((shard) => shard.isOpen && (!pageEnd || isBefore(shard.found.at(-1)?.sk, pageEnd)));
    if (behind.length === 0) {
      return { items: found.slice(0, last + 1 || undefined).map(({ item }) => item), isFull: last >= 0, bytes };
    }
  }
};
