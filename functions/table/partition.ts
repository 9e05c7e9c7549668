import { instantOf, SKEW_MS } from '../model/id';
import type { Page } from '../model/page';

export type Collection = 'USER' | 'POST';
/** From the instant `since` on, such as `2027-01-01T00:00Z`, new ids of a collection are dealt to so many shards. */
export type Epoch = { readonly since: string; readonly shards: number };
export type Plan = Record<Collection, readonly Epoch[]>;

/**
 * The epochs after the first, in which a collection is one partition. To grow, append one that begins some hours from
 * now; whatever has begun stays as it is for ever. The README says when, and what it costs.
 */
export const plan: Plan = { USER: [], POST: [] };

/** FNV-1a with its bits mixed once more, because ids that clients mint may differ in one digit only. */
const hashOf = (id: string) => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/** Returns the partition of an item: the time inside its id picks the epoch, a hash of the id the shard. */
export const partitionOf = (collection: Collection, id: string): string => {
  const epoch = plan[collection].findLast(({ since }) => Date.parse(since) <= instantOf(id));
  return epoch ? `${collection}#${epoch.since}#${hashOf(id) % epoch.shards}` : collection;
};

/** Returns the partitions of a collection behind `after`, grouped by epoch, in order. */
export const partitionsOf = (collection: Collection, { after, order }: Pick<Page, 'after' | 'order'>) => {
  const isAsc = order === 'asc';
  const edge = after === undefined ? undefined : instantOf(after);
  const epochs = [{ since: '', shards: 1 }, ...plan[collection]];
  const begins = epochs.map(({ since }) => Date.parse(since) || 0);
  const lists = epochs.flatMap(({ since, shards }, index) => {
    const [begin = 0, end = Number.POSITIVE_INFINITY] = begins.slice(index);
    // Two clocks may be off: the clock of the function that minted the id, and the clock of this one.
    const isFuture = begin > Date.now() + 2 * SKEW_MS;
    const isBehind = edge !== undefined && (isAsc ? end <= edge : begin > edge);
    if (isFuture || isBehind) return [];
    return [since ? Array.from({ length: shards }, (_, shard) => `${collection}#${since}#${shard}`) : [collection]];
  });
  return isAsc ? lists : lists.reverse();
};
