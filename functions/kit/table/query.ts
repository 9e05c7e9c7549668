import { QueryCommand } from '#dynamodb';
import { client, metered, onTable, type TableItem } from '../dynamodb/client';
import { firstIdAt } from '../model/id';
import type { Page } from '../model/page';
import { END_MS } from '../model/time';
import { indexOf, type KeyRange } from './shards';

/** Partition key of the table, `pk`, or of an index, such as `order_customerId`. */
export type PartitionKey = Readonly<Record<string, unknown>>;

/** Returns a sort key that is greater than an id and less than the next id. */
const justAfter = (id: string) => `${id}~`;

/** Returns a sort key that is less than an id and greater than the id before: `…c4` becomes `…c3~`. */
const justBefore = (id: string) => `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`;

/** Narrows a range to the part behind `after`, in the order of the range, and up to `to`. */
export const narrow = ({ order, low, high }: KeyRange, after?: string, to?: string): KeyRange => {
  const [min = low, max = high] = order === 'asc' ? [after && justAfter(after), to] : [to, after && justBefore(after)];
  return { order, low: min > low ? min : low, high: max < high ? max : high };
};

/** Returns the sort keys of the items behind `after` in the time range of a page. */
export const rangeOf = ({ after, order, createdSince = 0, createdBefore = END_MS }: Omit<Page, 'limit'>) =>
  narrow({ order, low: firstIdAt(createdSince), high: justBefore(firstIdAt(createdBefore)) }, after);

export const isWithin = ({ low, high }: KeyRange, id: string) => low <= id && id <= high;

/** Parameters of a query that reads up to `Limit` items, or counts items. `ExclusiveStartKey` continues a count. */
type Selection = { readonly Limit: number } | { readonly Select: 'COUNT'; readonly ExclusiveStartKey?: TableItem };

/** Sends one query of one partition. */
export const query = async (partition: PartitionKey, { order, low, high }: KeyRange, selection: Selection) => {
  const [[attribute, value] = ['pk', '']] = Object.entries(partition);
  const command = new QueryCommand({
    ...onTable(),
    IndexName: attribute === 'pk' ? undefined : indexOf(attribute),
    // An alias, because DynamoDB reserves words such as `status`.
    KeyConditionExpression: '#within = :within AND sk BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#within': attribute },
    ExpressionAttributeValues: { ':within': value, ':low': low, ':high': high },
    ScanIndexForward: order === 'asc',
    ...selection,
  });
  return metered('readUnits', client.send(command));
};
