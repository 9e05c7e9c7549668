import type { Page } from '../model/page';
import { type Item, readable } from './item';
import { merge } from './merge';
import { type Collection, partitionsOf } from './partition';
import type { Within } from './query';

/** A collection, or all posts of one user. */
export type Listed = Collection | { readonly userId: string };

/** Returns the partitions of the list, grouped by epoch, in the order of the list. */
export const holdersOf = (listed: Listed, range: Pick<Page, 'after' | 'order'>): Within[][] => {
  if (typeof listed !== 'string') return [[listed]];
  return partitionsOf(listed, range).map((epoch) => epoch.map((pk) => ({ pk })));
};

/** Reads one page and one item more, which is not shown and tells that there is a next page. */
export const list = async <T>(listed: Listed, { after, order, limit }: Page, read: (item: Item) => T) => {
  const holders = holdersOf(listed, { after, order });
  const found: Item[] = [];
  let isFull = false;
  let bytes = holders.flat().length > 1 ? 0 : undefined;
  for (const side of holders) {
    const got = await merge(side, { after, order, count: limit + 1 - found.length, bytes });
    found.push(...got.items);
    ({ isFull, bytes } = got);
    if (isFull) break;
  }
  const shown = isFull ? found.slice(0, -1) : found;
  const next = isFull && shown.at(-1)?.sk;
  return { body: readable(shown, read), next: typeof next === 'string' ? next : undefined };
};
