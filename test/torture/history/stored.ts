import { brokenInvariants, type StoredItems } from '../invariants';
import { linearize } from './linearize';
import type { HistoryOperation } from './step';

export type PlayedHistory = { readonly id: string; readonly history: readonly HistoryOperation[] };

/** Returns the stored item as the last read of a history. */
const lastRead = (item: StoredItems[number] | undefined): HistoryOperation => {
  const { pk: _, sk: __, rev, updatedAt, ...attributes } = item ?? {};
  const fields = Object.fromEntries(Object.entries(attributes).filter(([, value]) => typeof value === 'string'));
  return {
    line: `stored item: ${JSON.stringify(item)}`,
    sentAt: Number.MAX_SAFE_INTEGER - 1,
    answeredAt: Number.MAX_SAFE_INTEGER,
    kind: 'read',
    outcome: item ? 'done' : 'absent',
    seen: item ? { fields, etag: `"${rev}"`, updatedAt } : {},
  };
};

/** Lists broken invariants of the table, and the items that no order of their history explains. */
export const brokenTable = (items: StoredItems, played: readonly PlayedHistory[]): string[] => {
  const stored = new Map(items.map((item) => [item.sk, item]));
  const reads = played.map(({ id, history }) => ({ id, history, read: lastRead(stored.get(id)) }));
  return [
    ...brokenInvariants(items),
    ...reads
      .filter(({ history, read }) => linearize([...history, read]) !== undefined)
      .map(({ id, read }) => `no order of the history of ${id} ends in the ${read.line}`),
  ];
};
