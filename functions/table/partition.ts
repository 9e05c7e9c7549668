import { instantOf, SKEW_MS } from '../http/id';
import type { Page } from '../http/page';

export type Collection = 'USER' | 'POST';
/** From this instant of its ids on, `2027-01-01T00:00Z`, a collection lies in that many partitions. */
export type Epoch = { readonly since: string; readonly shards: number };
export type Plan = Record<Collection, readonly Epoch[]>;

/**
 * The epochs after the first, in which a collection is one partition. To grow, append one that begins some hours from
 * now; whatever has begun stays as it is for ever. The README says when, and what it costs.
 */
export const plan: Plan = { USER: [], POST: [] };

/** FNV-1a, its bits mixed once more: clients may mint ids that differ in a digit only. */
const hashOf = (id: string) => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/** Where an item lives: the time inside its id picks the epoch, a hash of the id the shard. */
export const partitionOf = (collection: Collection, id: string): string => {
  const epoch = plan[collection].findLast(({ since }) => Date.parse(since) <= instantOf(id));
  return epoch ? `${collection}#${epoch.since}#${hashOf(id) % epoch.shards}` : collection;
};

/** Where a collection lies behind `after`, in order: an epoch after the other, and the partitions of each. */
export const partitionsOf = (collection: Collection, { after, order }: Pick<Page, 'after' | 'order'>) => {
  const isAsc = order === 'asc';
  const edge = after === undefined ? undefined : instantOf(after);
  const epochs = [{ since: '', shards: 1 }, ...plan[collection]];
  const begins = epochs.map(({ since }) => Date.parse(since) || 0);
  const lists = epochs.flatMap(({ since, shards }, index) => {
    const [begin = 0, end = Number.POSITIVE_INFINITY] = begins.slice(index);
    // Of two clocks, each may be off: that of the function that took an id for one of now, and ours.
    const isFuture = begin > Date.now() + 2 * SKEW_MS;
    const isBehind = edge !== undefined && (isAsc ? end <= edge : begin > edge);
    if (isFuture || isBehind) return [];
    return [since ? Array.from({ length: shards }, (_, shard) => `${collection}#${since}#${shard}`) : [collection]];
  });
  return isAsc ? lists : lists.reverse();
};
