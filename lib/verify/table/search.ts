import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { relationsOf } from '../../../functions/kit/resources';
import type { ItemKey } from '../../../functions/kit/table/keys';
import { mapInParallel } from '../play';
import { checksOf, resourceIn } from './checks';
import type { Table } from './table';
import type { Check, Tear } from './tear';

/** A check that an item fails, and the tear of its last repetition. */
export type FailedCheck = { readonly item: TableItem; readonly check: Check; readonly tear: Tear };

/** Finds the checks that the items of a page fail. Reads other items with the cheaper consistency. */
export const findFailedChecks = async (table: Table, items: readonly TableItem[]): Promise<readonly FailedCheck[]> => {
  const reader = { ...table, read: (key: ItemKey) => table.read(key, false) };
  const checks = items.flatMap((item) => checksOf(item).map((check) => ({ item, check })));
  const failed = await mapInParallel(checks, async ({ item, check }) => {
    const tear = await check(item, reader);
    return tear ? [{ item, check, tear }] : [];
  });
  return failed.flat();
};

const CHANGES = { fix: 'the service changes it just now, so verify again', writes: undefined };

/** Repeats failed checks, because the service may write between two reads. A tear that differs from before gets no fix. */
export async function* repeatChecks(failed: readonly FailedCheck[] | AsyncIterable<FailedCheck>, table: Table) {
  for await (const { item: before, check, tear: tearBefore } of failed) {
    const item = await table.read({ pk: String(before.pk), sk: String(before.sk) });
    const tear = item && (await check(item, table));
    if (!tear) continue;
    const isSame = tear.found === tearBefore.found && tear.fix === tearBefore.fix;
    yield { item, check, tear: isSame ? tear : { ...tear, ...CHANGES } };
  }
}

/** Counts the children of some parents by a scan of the table, because the index shows a new child late. */
export const scanChildren = async (table: Table, parents: readonly FailedCheck[]): Promise<Table> => {
  const counts = new Map(parents.map(({ item }) => [item.sk, {} as Record<string, number>]));
  for await (const { Items = [] } of table.scan(true)) {
    for (const item of Items) {
      const resource = resourceIn(item);
      for (const { stored: attribute } of resource ? relationsOf(resource) : []) {
        const ofParent = counts.get(item[attribute]) ?? {};
        ofParent[attribute] = (ofParent[attribute] ?? 0) + 1;
      }
    }
  }
  return { ...table, countChildrenOf: async (relation, parentId) => counts.get(parentId)?.[relation.stored] ?? 0 };
};
