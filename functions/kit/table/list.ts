import type { TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import type { Fields } from '../model/field';
import { isFilter, type Page } from '../model/page';
import { maxItemBytes } from '../resources.built';
import { notOwner, type WithCaller } from '../rules/conditions';
import { findMany } from './get';
import { isHidden, parseItems, seesOwnOnly } from './item';
import { merge } from './merge';
import { type PartitionKey, query, rangeOf } from './query';
import { type KeyRange, keyOf, shardsOf } from './shards';

/** Items that a list shows: a collection, or those with a value in an index, such as `{ order_customerId: '…' }`. */
type ListSource = string | PartitionKey;

/**
 * Returns the partitions that can hold items of a range, grouped by generation and in the order of the list. The items with
 * one value are one partition of an index.
 */
const partitionKeysOf = (source: ListSource, range: KeyRange): PartitionKey[][] => {
  if (range.low > range.high) return [];
  if (typeof source !== 'string') return [[source]];
  return shardsOf(source, range).map((generation) => generation.map((pk) => ({ pk })));
};

/** Reads the items of one page. Reads one item more than the page shows, to learn whether there is a next page. */
export const readPage = async (source: ListSource, { limit, ...page }: Page) => {
  const range = rangeOf(page);
  const generations = partitionKeysOf(source, range);
  const found: TableItem[] = [];
  let isFull = false;
  let bytes = generations.flat().length > 1 ? 0 : undefined;
  for (const generation of generations) {
    const merged = await merge(generation, { range, count: limit + 1 - found.length, bytes });
    found.push(...merged.items);
    ({ isFull, bytes } = merged);
    if (isFull) break;
  }
  const items = isFull ? found.slice(0, -1) : found;
  return { items, next: isFull ? String(items.at(-1)?.sk) : undefined };
};

/** Maximum number of reads of 1 MB to count a list. Counting items costs as much as reading them. */
const MAX_READS = 4;
/** Capacity units of a query that reads 1 MB. */
const UNITS_PER_READ = 128;

type CountQuery = { readonly partition: PartitionKey; readonly from?: TableItem };

/** Counts a list. Returns undefined when the count needs too many reads. */
const count = async (source: ListSource, page: Page) => {
  const range = rangeOf({ ...page, after: undefined });
  const rest: CountQuery[] = partitionKeysOf(source, range).flatMap((keys) => keys.map((partition) => ({ partition })));
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

/** Reads items by id, in the order of the ids. `next` holds the ids that are left when the page ends. */
const listById = async <F extends Fields>(entity: Entity<F>, ids: readonly string[], request: WithCaller) => {
  const maxBytes = maxItemBytes[entity.collection];
  const keys = ids.map((id) => keyOf(entity, id));
  const { found, rest } = await findMany(keys, { maxBytes, ConsistentRead: true });
  const items: TableItem[] = [];
  for (const item of ids.map((id) => found.get(id))) if (item && !isHidden(entity, request, item)) items.push(item);
  const next = rest.length > 0 ? rest.map(({ sk }) => sk) : undefined;
  return { body: parseItems(entity, items), next, total: undefined };
};

/** Request for a list. The query can have a value of a field by which the list finds resources. */
export type ListRequest = WithCaller & {
  readonly query: Page & { readonly id?: readonly string[]; readonly [name: string]: unknown };
  readonly isCounted: boolean;
};

/** Returns the field by whose value a query finds resources. */
export const filterIn = ({ members }: Entity, query: ListRequest['query']) =>
  [...members.values()].find(({ name, field }) => isFilter(field) && query[name] !== undefined);

/**
 * Reads some items by id, or one page of a collection, of the children of a parent, or of the items with a value of an
 * indexed field. Counts the items on all pages if `isCounted` is true. The count includes malformed items, unless a page
 * shows the whole list.
 * @example handleList(listOrders, (request) => list(orders, request))
 */
export const list = async <F extends Fields>(entity: Entity<F>, request: ListRequest) => {
  const { query, isCounted } = request;
  if (query.id) return listById(entity, query.id, request);
  if (seesOwnOnly(entity, request)) throw notOwner('Only admins may list these; others can ask for their own by id.');
  const filter = filterIn(entity, query);
  const source = filter ? { [filter.attribute]: query[filter.name] } : entity.collection;
  const { items, next } = await readPage(source, query);
  const body = parseItems(entity, items);
  if (!isCounted) return { body, next };
  const isWhole = query.after === undefined && next === undefined;
  return { body, next, total: isWhole ? body.length : await count(source, query) };
};
