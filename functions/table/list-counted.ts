import type { Page } from '../model/page';
import type { TableItem } from './item';
import { type ListSource, list, partitionKeysOf } from './list';
import { type PartitionKey, query } from './query';

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

type CountedPage = Page & { readonly isCounted: boolean };

/**
 * Reads one page, and counts the items on all pages if `isCounted` is true. The count includes malformed items, unless
 * the whole list is on this page.
 */
export const listCounted = async <T>(source: ListSource, page: CountedPage, parse: (item: TableItem) => T) => {
  const { isCounted, ...range } = page;
  const found = await list(source, range, parse);
  if (!isCounted) return found;
  const isWhole = range.after === undefined && found.next === undefined;
  return { ...found, total: isWhole ? found.body.length : await count(source) };
};
