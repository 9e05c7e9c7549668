import type { Page } from '../model/page';
import { parseItems, type TableItem } from './item';
import { merge } from './merge';
import { type Collection, partitionsOf } from './partition';
import type { PartitionKey } from './query';

/** Items that a list shows: a collection, or the posts of one user. */
export type ListSource = Collection | { readonly userId: string };

/**
 * Returns the partitions that can hold items behind `after`, grouped by epoch and in the order of the list. A list of
 * one user's posts has one partition, of the index.
 */
export const partitionKeysOf = (source: ListSource, range: Pick<Page, 'after' | 'order'>): PartitionKey[][] => {
  if (typeof source !== 'string') return [[source]];
  return partitionsOf(source, range).map((epoch) => epoch.map((pk) => ({ pk })));
};

/** Reads one page. Reads one item more than the page shows, to learn whether there is a next page. */
export const list = async <T>(source: ListSource, { after, order, limit }: Page, parse: (item: TableItem) => T) => {
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
  return { body: parseItems(shown, parse), next: typeof next === 'string' ? next : undefined };
};
