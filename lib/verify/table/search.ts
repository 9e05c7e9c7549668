import { isDeepStrictEqual } from 'node:util';
import type { TableItem } from '../../../functions/dynamodb/client';
import type { ItemKey } from '../../../functions/table/shards';
import { mapInParallel } from '../play';
import { type Check, checksOf, type Reader, resourceIn, type Tear } from './checks';
import type { Table } from './table';

/** A check that an item fails, and the tear of its last repetition. */
export type FailedCheck = { readonly key: ItemKey; readonly check: Check; readonly tear?: Tear };

/** Finds the checks that the items of a page fail. Reads other items with the cheaper consistency. */
export const findFailedChecks = async (table: Table, items: readonly TableItem[]): Promise<readonly FailedCheck[]> => {
  const reader = { ...table, read: (key: ItemKey) => table.read(key, false) };
  const failed = await mapInParallel(items, async (item) => {
    const key = { pk: String(item.pk), sk: String(item.sk) };
    const tears = await Promise.all(checksOf(item).map((check) => check(item, reader)));
    return checksOf(item).flatMap((check, i) => (tears[i] ? { key, check } : []));
  });
  return failed.flat();
};

const CHANGES = { fix: 'the service changes it just now, so verify again', writes: undefined, seen: [] };

/** Repeats failed checks, because the service may write between two reads. A tear that differs from before gets no fix. */
export const repeatChecks = async (failed: readonly FailedCheck[], reader: Reader) => {
  const found: Required<FailedCheck>[] = [];
  for (const { key, check, tear: before } of failed) {
    const item = await reader.read(key);
    const tear = item && (await check(item, reader));
    if (!tear) continue;
    const isSame = before === undefined || isDeepStrictEqual(before.seen, tear.seen);
    found.push({ key, check, tear: isSame ? tear : { ...tear, ...CHANGES } });
  }
  return found;
};

/** Scans the table for the children of some parents, because the index shows a new child late. */
export const scanChildren = async (table: Table, parents: readonly FailedCheck[]): Promise<Reader> => {
  const children = new Map(parents.map(({ key }) => [key.sk, [] as [string, unknown][]]));
  for await (const { Items = [] } of table.scan(true)) {
    for (const item of Items) {
      const { attribute = '' } = resourceIn(item)?.relation ?? {};
      children.get(String(item[attribute]))?.push([attribute, item.sk]);
    }
  }
  const childIds: Reader['childIds'] = async ({ attribute }, parentId) => {
    const ofParent = children.get(parentId)?.filter(([name]) => name === attribute) ?? [];
    return ofParent.map(([, id]) => id).sort();
  };
  return { ...table, childIds };
};
