import type { Page } from '../http/page';
import { client, metered, onTable } from './client';
import { type Item, readable } from './item';
import { QueryCommand } from './sdk';

/** A collection, or all posts of one user. */
export type Within = { readonly pk: string } | { readonly userId: string };

export const keyCondition = (within: Within, { after, order }: Pick<Page, 'after' | 'order'>) => {
  const [[attribute, value] = []] = Object.entries(within);
  return {
    IndexName: 'userId' in within ? 'byUser' : undefined,
    KeyConditionExpression: `${attribute} = :within${after ? ` AND sk ${order === 'asc' ? '>' : '<'} :after` : ''}`,
    ExpressionAttributeValues: { ':within': value, ...(after && { ':after': after }) },
    ScanIndexForward: order === 'asc',
  };
};

/** One page. It asks for one item more than the page has: that one is not shown, it says that there is a next page. */
export const list = async <T>(within: Within, page: Page, read: (item: Item) => T) => {
  const command = new QueryCommand({ ...onTable(), ...keyCondition(within, page), Limit: page.limit + 1 });
  const { Items = [], LastEvaluatedKey } = await metered('readUnits', (options) => client.send(command, options));
  // The key is there when the limit was reached, and also when 1 MB was: either way the last item is the one more.
  const shown = LastEvaluatedKey ? Items.slice(0, -1) : Items;
  const next = LastEvaluatedKey && shown.at(-1)?.sk;
  return { body: readable(shown, read), next: typeof next === 'string' ? next : undefined };
};
