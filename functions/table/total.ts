import type { Page } from '../http/page';
import { client, metered, onTable } from './client';
import { keyCondition, type Within } from './list';
import { QueryCommand } from './sdk';

/** Counting costs what reading does: a query reads 1 MB, for 128 units. */
const MOST_QUERIES = 4;

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

type Listed = { readonly body: readonly unknown[]; readonly next?: string };

/** How many there are on all pages; nothing where that takes too many queries to find out. */
export const totalOf = (within: Within, { after }: Page, { body, next }: Listed) =>
  after === undefined && next === undefined ? body.length : count(within);
