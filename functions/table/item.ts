import { randomBytes } from 'node:crypto';
import { log } from '../lambda/log';

export type ItemKey = { readonly pk: string; readonly sk: string };
export type TableItem = Record<string, unknown>;

/** Returns a string attribute. Throws when the attribute is missing, because this service writes no such item. */
export const stringOf = (item: TableItem, attribute: string): string => {
  const value = item[attribute];
  if (typeof value !== 'string') throw new Error(`A stored item has no string "${attribute}".`);
  return value;
};

/** Parses the items of a list. Skips and logs a malformed item, so that the list does not fail. */
export const parseItems = <T>(items: readonly TableItem[], parse: (item: TableItem) => T): T[] =>
  items.flatMap((item) => {
    try {
      return [parse(item)];
    } catch (error) {
      log({ level: 'error', message: 'skipped a malformed item', sk: item.sk, reason: String(error) });
      return [];
    }
  });

/**
 * Returns the attributes that are new with each write of an item. `rev` is the ETag, and the condition of the next
 * write. A retried write recognizes its own item by `rev`.
 */
export const stamp = () => ({ rev: randomBytes(12).toString('base64url'), updatedAt: new Date().toISOString() });

/**
 * Returns the time of a write after `updatedAt`: now, or `updatedAt` plus 1 ms when the clock of another function is
 * ahead. `updatedAt` must grow with each write.
 */
export const laterThan = (updatedAt: string) => new Date(Math.max(Date.now(), Date.parse(updatedAt) + 1)).toISOString();
