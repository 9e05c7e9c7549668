import type { TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import type { Fields } from '../model/field';
import { isFilter, type Position } from '../model/page';
import type { ValuesOf } from '../model/values';
import { maxItemBytes } from '../resources.built';
import type { WithCaller } from '../rules/conditions';
import { findMany } from './get';
import { isHidden, parseItems } from './item';
import { type KeyRange, keyOf } from './keys';
import { MAX_BYTES, merge, narrow, type Partition, query } from './query';
import { findersIn, type ListQuery, placeBehind, type Source, sourceOf } from './source';

/** Reads items until one more than `count` is read, or 1 MB with the bytes before. `isFull` is false when there are no more. */
const readItems = async ({ groupsIn, isShown }: Source, range: KeyRange, count: number, bytesBefore: number) => {
  const groups = groupsIn(range);
  const items: TableItem[] = [];
  let isFull = false;
  let bytes = groups.flat().length > 1 || isShown ? bytesBefore : undefined;
  for (const partitions of groups) {
    const merged = await merge(partitions, { range, count: count + 1 - items.length, bytes });
    items.push(...merged.items);
    ({ isFull, bytes } = merged);
    if (isFull) break;
  }
  return { items: isFull ? items.slice(0, -1) : items, isFull, bytes: bytes ?? 0 };
};

/**
 * Reads the items of one page, and one item more that the list shows, to learn whether there is a next page. Where the list
 * leaves out some of the items, reads twice as many each time, until it finds that one or has read 1 MB.
 */
export const readPage = async (source: Source, limit: number) => {
  const { isShown, isForeign, range, start, sort } = source;
  const shown: TableItem[] = [];
  for (let count = limit, from = start, bytesRead = 0; ; count *= 2) {
    const { items, isFull, bytes } = await readItems(source, narrow(range, from), count, bytesRead);
    shown.push(...(isShown ? items.filter(isShown) : items));
    bytesRead = bytes;
    const page = shown.slice(0, limit);
    const isLonger = shown.length > limit;
    if (!isFull && !isLonger) return { items: page, next: undefined };
    const end = isLonger ? page.at(-1) : items.findLast((item) => !isForeign(item));
    if (end && (!isShown || isLonger || bytesRead > MAX_BYTES))
      return { items: page, next: placeBehind(String(end[sort])) };
    from = String(items.at(-1)?.[sort]);
    // Reads on where 1 MB has no item that may be the place of a Link.
    if (bytesRead > MAX_BYTES) bytesRead = 0;
  }
};

/** Maximum number of reads of 1 MB to count a list. Counting items costs as much as reading them. */
const MAX_READS = 4;
/** Capacity units of a query that reads 1 MB. */
const UNITS_PER_READ = 128;

type CountQuery = { readonly partition: Partition; readonly from?: TableItem };

/** Counts the items that a list shows. Returns undefined when the count needs too many reads. */
const count = async ({ groupsIn, range, isShown }: Source) => {
  const rest: CountQuery[] = groupsIn(range)
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
        const selection = { Select: isShown ? undefined : 'COUNT', ExclusiveStartKey: from } as const;
        const { Count = 0, Items = [], LastEvaluatedKey, ConsumedCapacity } = await query(partition, range, selection);
        total += isShown ? Items.filter(isShown).length : Count;
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
  const next = rest.length > 0 ? { id: rest.map(({ sk }) => sk) } : undefined;
  return { body: parseItems(entity, items), next, total: undefined };
};

/** Request for a list. */
export type ListRequest = WithCaller & { readonly query: ListQuery; readonly isCounted: boolean };

/**
 * Reads some items by id, or one page of a collection, of what belongs to a parent or to an owner, or of the items with a value
 * of an indexed field, in the order of their ids or of a sorted field. Other parameters leave items out. Callers who may read
 * their own items only get these. Counts the items on all pages if `isCounted` is true. The count includes malformed items,
 * unless a page shows the whole list.
 * @example handleList(listOrders, (request) => list(orders, request))
 */
export const list = async <F extends Fields>(entity: Entity<F>, request: ListRequest) => {
  const { query, isCounted } = request;
  if (query.id) return listById(entity, query.id, request);
  const source = sourceOf(entity, request, { finders: await findersIn(entity, request) });
  if (!source) return { body: [], total: isCounted ? 0 : undefined };
  const { items, next } = await readPage(source, query.limit);
  const body = parseItems(entity, items);
  if (!isCounted) return { body, next };
  const isWhole = query.after === undefined && next === undefined;
  return { body, next, total: isWhole ? body.length : await count(source) };
};

/** Fields by which a list finds resources, and times of creation in milliseconds. */
type WalkFilters<F extends Fields> = Partial<ValuesOf<F>> & { createdSince?: number; createdBefore?: number };

/**
 * Reads all resources that a list shows, whoever owns them, page after page, the oldest first. For jobs: a request has no time
 * for a list of any length. Throws for a filter that finds nothing by itself, because a job may delete what it reads.
 * @example for await (const { id } of walk(orders, { status: 'draft' })) await remove(orders, byService(id));
 */
export async function* walk<F extends Fields>(entity: Entity<F>, filters: WalkFilters<F> = {}) {
  for (const [name, value] of Object.entries(filters)) {
    const { field } = entity.members.get(name) ?? {};
    if (value === undefined || !(/^created(Since|Before)$/.test(name) || (field && isFilter(field))))
      throw new Error(`walk finds no ${entity.path} by ${name}: ${value}; name an indexed field or a parent.`);
  }
  const request = { caller: { id: undefined, isAdmin: true }, isCounted: false };
  let place: Position | undefined = {};
  while (place) {
    const query: ListQuery = { limit: 100, order: 'asc', ...filters, ...place };
    const page: { body: ValuesOf<F>[]; next?: Position | undefined } = await list(entity, { ...request, query });
    yield* page.body;
    place = page.next;
  }
}
