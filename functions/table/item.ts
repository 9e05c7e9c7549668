import { log } from '../http/log';

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
