import type { TableItem } from '../dynamodb/client';
import type { Entity, ShardPlan } from '../entity';
import { createdAtMsOf, firstIdAt, MAX_CLOCK_SKEW_MS } from '../model/id';
import type { Page } from '../model/page';
import { plan } from '../yours';

export type ItemKey = { readonly pk: string; readonly sk: string };

/** Keys from `low` to `high`, both included, and the order in which a list shows them. */
export type KeyRange = Pick<Page, 'order'> & { readonly low: string; readonly high: string };

const plans: ShardPlan = plan;

/** Returns the generations of a collection after the first one. */
export const generationsOf = (collection: string) => plans[collection] ?? [];

/** Hashes an id with FNV-1a. Mixes the bits again, because ids that clients choose may differ in one digit only. */
const hashOf = (id: string) => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/** Returns the `pk` of an item. The time inside the id selects the generation, and a hash of the id selects the shard. */
export const shardOf = (collection: string, id: string): string => {
  const generation = generationsOf(collection).findLast(({ from }) => Date.parse(from) <= createdAtMsOf(id));
  return generation ? `${collection}#${generation.from}#${hashOf(id) % generation.shards}` : collection;
};

export const keyOf = ({ collection }: { readonly collection: string }, id: string): ItemKey => ({
  pk: shardOf(collection, id),
  sk: id,
});

/** Returns the key of a resource whose noun alone is known, such as a parent. */
export const keyIn = (noun: string, id: string) => keyOf({ collection: noun.toUpperCase() }, id);

/** Returns the partitions of a collection that can hold items of a range, grouped by generation, in the order of the range. */
export const shardsOf = (collection: string, { order, low, high }: KeyRange) => {
  const generations = [{ from: '', shards: 1 }, ...generationsOf(collection)];
  const begins = generations.map(({ from }) => Date.parse(from) || 0);
  const lists = generations.flatMap(({ from, shards }, index) => {
    const [begin = 0, end] = begins.slice(index);
    // Allows for the skew of two clocks: of the function that made the id, and of this function.
    const isFuture = begin > Date.now() + 2 * MAX_CLOCK_SKEW_MS;
    const isOutside = firstIdAt(begin) > high || (end !== undefined && firstIdAt(end) <= low);
    if (isFuture || isOutside) return [];
    return [from ? Array.from({ length: shards }, (_, shard) => `${collection}#${from}#${shard}`) : [collection]];
  });
  return order === 'asc' ? lists : lists.reverse();
};

// Entries of an item: attributes that follow from others, as keys of indexes. README.md says why they are needed.

/** Attribute with the collection and the owner of an item. */
export const OWNED = 'owner__list';

export const ownedIn = (collection: string, owner: unknown) => `${collection}#${owner}`;

/** Returns the attribute that sorts items by another attribute. */
export const sortKeyOf = (attribute: string) => `${attribute}__sort`;

/** Returns the entries that follow from some attributes of an item. `undefined` stands for none. */
export const entriesOf = (
  { collection, fields }: Pick<Entity, 'collection' | 'fields'>,
  id: string,
  item: TableItem,
): TableItem => {
  const entries: Record<string, unknown> = item.owner ? { [OWNED]: ownedIn(collection, item.owner) } : {};
  for (const { attribute, field } of fields)
    if (field.sorted && attribute in item) entries[sortKeyOf(attribute)] = field.sorted.keyOf(item[attribute], id);
  return entries;
};

/** Returns the name of an index by its keys: `byOrderStatus` for `order_status`, `byOrderStatus.total`, or `by.total` of all orders. */
export const indexOf = (attribute: string, sort = 'sk') => {
  const words = attribute.includes('_') ? attribute : attribute.replace(/^pk$|Id$/, '');
  const start = words.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  const partition = attribute === OWNED ? '_owner' : start;
  return `by${partition}${sort === 'sk' ? '' : `.${sort.replace(/__sort$/, '')}`}` as const;
};
