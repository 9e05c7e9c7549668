import { QueryCommand } from '#dynamodb';
import type { Page } from '../model/page';
import { client, metered, onTable } from './client';
import type { TableItem } from './item';
import { indexOf } from './partition';

/** Partition key of the table, `pk`, or of an index: the attribute with the parent's id, such as `userId`. */
export type PartitionKey = Readonly<Record<string, string>>;

type SortKeyRange = Pick<Page, 'after' | 'order'> & {
  /**
   * Last sort key of the range, which includes it. Needs an `after`, the sort key of the last item read from this
   * partition, because the query continues behind that item.
   */
  readonly to?: string;
};

const keyCondition = (partition: PartitionKey, { after, order, to }: SortKeyRange) => {
  // Stryker disable next-line ArrayDeclaration: Only the compiler needs this default, because a key has one attribute.
  const [[attribute, value] = ['pk', '']] = Object.entries(partition);
  const isAsc = order === 'asc';
  const behind = after ? ` AND sk ${isAsc ? '>' : '<'} :after` : '';
  const between = ` AND sk BETWEEN ${isAsc ? ':after AND :to' : ':to AND :after'}`;
  return {
    IndexName: attribute === 'pk' ? undefined : indexOf(attribute),
    KeyConditionExpression: `${attribute} = :within${to ? between : behind}`,
    ExpressionAttributeValues: { ':within': value, ...(after && { ':after': after }), ...(to && { ':to': to }) },
    ScanIndexForward: isAsc,
    // Excludes `after`, because BETWEEN includes both ends.
    ...(to && { ExclusiveStartKey: { ...partition, sk: after } }),
  };
};

/** Parameters of a query that reads up to `Limit` items, or counts items. `ExclusiveStartKey` continues a count. */
type Selection = { readonly Limit: number } | { readonly Select: 'COUNT'; readonly ExclusiveStartKey?: TableItem };

/** Sends one query of one partition. */
export const query = async (partition: PartitionKey, range: SortKeyRange, selection: Selection) => {
  const command = new QueryCommand({ ...onTable(), ...keyCondition(partition, range), ...selection });
  return metered('readUnits', client.send(command));
};
