import type { Page } from '../http/page';
import { client, metered, onTable } from './client';
import type { Item } from './item';
import { keyCondition, list, type Within } from './list';
import { QueryCommand } from './sdk';

/** Counting costs what reading does: a query reads 1 MB, for 128 units. */
const MOST_QUERIES = 4;

/** Nothing where it takes too many queries to find out. */
const count = async (within: Within) => {
  let total = 0;
  let from: Record<string, unknown> | undefined;
  for (let queries = 1; queries <= MOST_QUERIES; queries++) {
    const question = { ...onTable(), ...keyCondition(within, { order: 'asc' }), Select: 'COUNT' as const };
    const command = new QueryCommand({ ...question, ExclusiveStartKey: from });
    const { Count = 0, LastEvaluatedKey } = await metered('readUnits', (options) => client.send(command, options));
    total += Count;
    if (!LastEvaluatedKey) return total;
    from = LastEvaluatedKey;
  }
  return undefined;
};

type Asked = Page & { readonly isCounted: boolean };

/** One page and, if asked for, how many there are on all; a malformed item counts where it is on no page that is seen. */
export const listCounted = async <T>(within: Within, { isCounted, ...page }: Asked, read: (item: Item) => T) => {
  const listed = await list(within, page, read);
  if (!isCounted) return listed;
  const isWhole = page.after === undefined && listed.next === undefined;
  return { ...listed, total: isWhole ? listed.body.length : await count(within) };
};
