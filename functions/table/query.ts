import { QueryCommand } from '#dynamodb';
import type { Page } from '../model/page';
import { client, metered, onTable } from './client';
import type { Item } from './item';

/** A partition of the table, or all posts of one user. */
export type Within = { readonly pk: string } | { readonly userId: string };

type Range = Pick<Page, 'after' | 'order'> & {
  /** The end of the range; `after` is then the last item that was read of this partition. */
  readonly to?: string;
};

const keyCondition = (within: Within, { after, order, to }: Range) => {
  const [[attribute, value] = []] = Object.entries(within);
  const isAsc = order === 'asc';
  const behind = after ? ` AND sk ${isAsc ? '>' : '<'} :after` : '';
  const between = ` AND sk BETWEEN ${isAsc ? ':after AND :to' : ':to AND :after'}`;
  return {
    IndexName: 'userId' in within ? 'byUser' : undefined,
    KeyConditionExpression: `${attribute} = :within${to ? between : behind}`,
    ExpressionAttributeValues: { ':within': value, ...(after && { ':after': after }), ...(to && { ':to': to }) },
    ScanIndexForward: isAsc,
    // A range of keys includes both of its ends.
    ...(to && { ExclusiveStartKey: { ...within, sk: after } }),
  };
};

type More = { readonly Limit: number } | { readonly Select: 'COUNT'; readonly ExclusiveStartKey?: Item };

/** One query of one partition, or of the index. */
export const query = async (within: Within, range: Range, more: More) => {
  const command = new QueryCommand({ ...onTable(), ...keyCondition(within, range), ...more });
  return metered('readUnits', client.send(command));
};
