import { createdAtMsOf, firstIdAt, MAX_CLOCK_SKEW_MS } from '../model/id';
import type { Page } from '../model/page';

/** Number of shards for the items created from `since` on, a time such as `2027-01-01T00:00Z`. A shard is a `pk`. */
export type Epoch = { readonly since: string; readonly shards: number };

/**
 * Epochs after the first one. In the first epoch a collection has one partition. To grow, append an epoch that begins
 * some hours from now. Never change an epoch that has begun, because the service would no longer find its items. The
 * README of lib/deploy explains when to grow, and what it costs.
 */
export const plan = { USER: [] as readonly Epoch[], POST: [] as readonly Epoch[] };
export type PartitionPlan = typeof plan;
export type Collection = keyof PartitionPlan;

export type ItemKey = { readonly pk: string; readonly sk: string };

/** Sort keys from `low` to `high`, both included, and the order in which a list shows them. */
export type KeyRange = Pick<Page, 'order'> & { readonly low: string; readonly high: string };

/** Returns the name of the index that lists the children of each parent: `byUser` for `userId`. */
export const indexOf = (attribute: string) =>
  `by${attribute.charAt(0).toUpperCase()}${attribute.slice(1, -'Id'.length)}`;

/** Hashes an id with FNV-1a. Mixes the bits again, because ids that clients choose may differ in one digit only. */
const hashOf = (id: string) => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/** Returns the `pk` of an item. The time inside the id selects the epoch, and a hash of the id selects the shard. */
export const partitionOf = (collection: Collection, id: string): string => {
  const epoch = plan[collection].findLast(({ since }) => Date.parse(since) <= createdAtMsOf(id));
  return epoch ? `${collection}#${epoch.since}#${hashOf(id) % epoch.shards}` : collection;
};

/** Returns the partitions of a collection that can hold items of a range, grouped by epoch, in the order of the range. */
export const partitionsOf = (collection: Collection, { order, low, high }: KeyRange) => {
  const epochs = [{ since: '', shards: 1 }, ...plan[collection]];
  const begins = epochs.map(({ since }) => Date.parse(since) || 0);
  const lists = epochs.flatMap(({ since, shards }, index) => {
    const [begin = 0, end] = begins.slice(index);
    // Allows for the skew of two clocks: of the function that made the id, and of this function.
    const isFuture = begin > Date.now() + 2 * MAX_CLOCK_SKEW_MS;
    const isOutside = firstIdAt(begin) > high || (end !== undefined && firstIdAt(end) <= low);
    if (isFuture || isOutside) return [];
    return [since ? Array.from({ length: shards }, (_, shard) => `${collection}#${since}#${shard}`) : [collection]];
  });
  return order === 'asc' ? lists : lists.reverse();
};
