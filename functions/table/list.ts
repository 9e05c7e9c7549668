import type { Fields } from '../model/field';
import type { Page } from '../model/page';
import { type Kind, parseItems, type TableItem } from './item';
import { merge } from './merge';
import { type Collection, partitionsOf } from './partition';
import { type PartitionKey, query } from './query';

/** Items that a list shows: a collection, or the children of one parent, such as `{ userId: '…' }`. */
type ListSource = Collection | PartitionKey;

/**
 * Returns the partitions that can hold items behind `after`, grouped by epoch and in the order of the list. The children
 * of one parent are one partition of an index.
 */
const partitionKeysOf = (source: ListSource, range: Pick<Page, 'after' | 'order'>): PartitionKey[][] => {
  if (typeof source !== 'string') return [[source]];
  return partitionsOf(source, range).map((epoch) => epoch.map((pk) => ({ pk })));
};

/** Reads the items of one page. Reads one item more than the page shows, to learn whether there is a next page. */
export const listItems = async (source: ListSource, { after, order, limit }: Page) => {
  const epochs = partitionKeysOf(source, { after, order });
  const found: TableItem[] = [];
  let isFull = false;
  let bytes = epochs.flat().length > 1 ? 0 : undefined;
  for (const epoch of epochs) {
    const merged = await merge(epoch, { after, order, count: limit + 1 - found.length, bytes });
    found.push(...merged.items);
    ({ isFull, bytes } = merged);
    if (isFull) break;
  }
  const shown = isFull ? found.slice(0, -1) : found;
  const next = isFull && shown.at(-1)?.sk;
  return { items: shown, next: typeof next === 'string' ? next : undefined };
};

/** Maximum number of reads of 1 MB to count a list. Counting items costs as much as reading them. */
const MAX_READS = 4;
/** Capacity units of a query that reads 1 MB. */
const UNITS_PER_READ = 128;

type CountQuery = { readonly partition: PartitionKey; readonly from?: TableItem };

/** Counts a list. Returns undefined when the count needs too many reads. */
const count = async (source: ListSource) => {
  const range = { after: undefined, order: 'asc' } as const;
  const rest: CountQuery[] = partitionKeysOf(source, range)
    .flat()
    .map((partition) => ({ partition }));
  let total = 0;
  let reads = 0;
  while (rest.length > 0) {
    // Limits the number of parallel queries to the reads that are left, because each query may read 1 MB.
    const batch = rest.splice(0, Math.floor(MAX_READS - reads));
    if (batch.length === 0) return undefined;
    await Promise.all(
      batch.map(async ({ partition, from }) => {
        const selection = { Select: 'COUNT', ExclusiveStartKey: from } as const;
        const { Count = 0, LastEvaluatedKey, ConsumedCapacity } = await query(partition, range, selection);
        total += Count;
        reads += LastEvaluatedKey ? 1 : (ConsumedCapacity?.CapacityUnits ?? 0) / UNITS_PER_READ;
        if (LastEvaluatedKey) rest.push({ partition, from: LastEvaluatedKey });
      }),
    );
  }
  return total;
};

export type CountedPage = Page & { readonly isCounted: boolean };

/**
 * Reads one page of a collection, or of the children of `parent`, such as `{ userId: '…' }`. Counts the items on all
 * pages if `isCounted` is true. The count includes malformed items, unless the whole list is on this page.
 */
export const list = async <F extends Fields>(
  kind: Kind<F>,
  { isCounted, ...page }: CountedPage,
  parent: Readonly<Record<string, string | undefined>> = {},
) => {
  const [[attribute, parentId] = []] = Object.entries(parent);
  const source = attribute && parentId ? { [attribute]: parentId } : kind.collection;
  const { items, next } = await listItems(source, page);
  const body = parseItems(kind, items);
  if (!isCounted) return { body, next };
  const isWhole = page.after === undefined && next === undefined;
  return { body, next, total: isWhole ? body.length : await count(source) };
};
