import { QueryCommand } from '#dynamodb';
import { client, metered, onTable, type TableItem } from '../dynamodb/client';
import { firstIdAt } from '../model/id';
import type { Page } from '../model/page';
import { END_MS } from '../model/time';
import { indexOf, type KeyRange } from './keys';

/** Items with one value of the partition key of the table, `pk`, or of an index, in the order of an attribute. */
export type Partition = { readonly attribute: string; readonly value: unknown; readonly sort: string };

export const partitionOf = (attribute: string, value: unknown, sort = 'sk'): Partition => ({ attribute, value, sort });

/** Compares two keys as DynamoDB does, by their bytes in UTF-8. JavaScript compares units of 16 bits. */
export const isLess = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;

/** Returns a key that is greater than a key that ends with an id, and less than the next one. */
const justAfter = (key: string) => `${key}~`;

/** Returns a key that is less than a key that ends with an id, and greater than the one before: `…c4` becomes `…c3~`. */
const justBefore = (key: string) => `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}~`;

/** Narrows a range to the part behind `after`, in the order of the range, and up to `to`. */
export const narrow = ({ order, low, high }: KeyRange, after?: string, to?: string): KeyRange => {
  const [min = low, max = high] = order === 'asc' ? [after && justAfter(after), to] : [to, after && justBefore(after)];
  return { order, low: isLess(low, min) ? min : low, high: isLess(max, high) ? max : high };
};

/** Returns the sort keys of the items behind `after` in the time range of a page. */
export const rangeOf = ({ after, order, createdSince = 0, createdBefore = END_MS }: Omit<Page, 'limit'>) =>
  narrow({ order, low: firstIdAt(createdSince), high: justBefore(firstIdAt(createdBefore)) }, after);

export const isWithin = ({ low, high }: KeyRange, key: string) => !isLess(key, low) && !isLess(high, key);

/** Parameters of a query that reads up to `Limit` items, or counts items. `ExclusiveStartKey` continues a count. */
type Selection =
  | { readonly Limit: number }
  | { readonly Select: 'COUNT' | undefined; readonly ExclusiveStartKey?: TableItem };

/** Sends one query of one partition. */
export const query = async ({ attribute, value, sort }: Partition, range: KeyRange, selection: Selection) => {
  const { order, low, high } = range;
  const command = new QueryCommand({
    ...onTable(),
    IndexName: attribute === 'pk' && sort === 'sk' ? undefined : indexOf(attribute, sort),
    // Aliases, because DynamoDB reserves words such as `status`.
    KeyConditionExpression: '#within = :within AND #sort BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#within': attribute, '#sort': sort },
    ExpressionAttributeValues: { ':within': value, ':low': low, ':high': high },
    ScanIndexForward: order === 'asc',
    ...selection,
  });
  return metered('readUnits', client.send(command));
};

/** Maximum size of a query's reply and of a page. */
export const MAX_BYTES = 2 ** 20;

/** `order` is the key in UTF-8, made once, because a merge of several shards compares it many times. */
type Found = { readonly key: string; readonly order: Buffer; readonly item: TableItem; readonly bytes: number };
type Shard = { readonly partition: Partition; readonly found: Found[]; isOpen: boolean };
type MergeInput = {
  readonly range: KeyRange;
  readonly count: number;
  /** Bytes that are already on the page; undefined when one query reads the whole page. */
  readonly bytes?: number;
};

/**
 * Reads the first items of some partitions and merges them in order. Asks each partition for its share of the page, and
 * again for as many as it has found while it is behind. `isFull` is false when the partitions hold no more items.
 */
export const merge = async (partitions: readonly Partition[], { range, count, bytes: taken }: MergeInput) => {
  const isBefore = (key = '', other = '') => (range.order === 'asc' ? isLess(key, other) : isLess(other, key));
  const shards: Shard[] = partitions.map((partition) => ({ partition, found: [], isOpen: true }));
  const share = count / shards.length;
  const first = Math.min(count, Math.ceil(share + Math.sqrt(share)));
  for (let behind = shards, pageEnd: string | undefined; ; ) {
    await Promise.all(
      behind.map(async (shard) => {
        const rest = narrow(range, shard.found.at(-1)?.key, pageEnd);
        const Limit = Math.min(count, Math.max(first, shard.found.length));
        const { Items = [], LastEvaluatedKey } = await query(shard.partition, rest, { Limit });
        const sized = (item: TableItem) => (taken === undefined ? 0 : Buffer.byteLength(JSON.stringify(item)));
        const { sort } = shard.partition;
        for (const item of Items) {
          const key = String(item[sort]);
          shard.found.push({ key, order: Buffer.from(shards.length > 1 ? key : ''), item, bytes: sized(item) });
        }
        shard.isOpen = LastEvaluatedKey !== undefined && Items.length > 0;
      }),
    );
    const found = shards.flatMap((shard) => shard.found);
    if (shards.length > 1) found.sort((a, b) => Buffer.compare(a.order, b.order) * (range.order === 'asc' ? 1 : -1));
    let bytes = taken ?? 0;
    const end = found.findIndex((each, index) => {
      bytes += each.bytes;
      return index === count - 1 || (index > 0 && bytes > MAX_BYTES);
    });
    // One partition: a reply that ended at 1 MB ends the page.
    const last = end < 0 && taken === undefined && shards[0]?.isOpen ? found.length - 1 : end;
    pageEnd = found[last]?.key;
    behind = shards.filter((shard) => shard.isOpen && (!pageEnd || isBefore(shard.found.at(-1)?.key, pageEnd)));
    if (behind.length === 0) {
      return { items: found.slice(0, last + 1 || undefined).map(({ item }) => item), isFull: last >= 0, bytes };
    }
  }
};
