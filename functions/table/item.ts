import { randomBytes } from 'node:crypto';
import { log } from '../lambda/log';

export type Key = { readonly pk: string; readonly sk: string };
export type Item = Record<string, unknown>;

/** A string attribute; an item without it is not one that this service wrote. */
export const stringOf = (item: Item, attribute: string): string => {
  const value = item[attribute];
  if (typeof value !== 'string') throw new Error(`A stored item has no string "${attribute}".`);
  return value;
};

/** Returns the items that can be read. A malformed item is left out and logged, so that it never breaks a list. */
export const readable = <T>(items: readonly Item[], read: (item: Item) => T): T[] =>
  items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      log({ level: 'error', message: 'skipped a malformed item', sk: item.sk, reason: String(error) });
      return [];
    }
  });

/**
 * What every write stamps on its item. `rev` is the ETag, the condition of the next write, and the token by which
 * a retried write knows its own work.
 */
export const stamp = () => ({ rev: randomBytes(12).toString('base64url'), updatedAt: new Date().toISOString() });

/** Returns now, or a moment after `updatedAt` when another clock is ahead, because `updatedAt` grows with every write. */
export const laterThan = (updatedAt: string) => new Date(Math.max(Date.now(), Date.parse(updatedAt) + 1)).toISOString();
