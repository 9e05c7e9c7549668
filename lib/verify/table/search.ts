import { isDeepStrictEqual } from 'node:util';
import type { TableItem } from '../../../functions/dynamodb/client';
import type { ItemKey } from '../../../functions/table/shards';
import { checks, kindOf, relationOf } from './checks';
import type { Table } from './table';
import type { Check, Look, Tear } from './tear';

/** A stored item that fails a check. */
export type Suspect = { readonly key: ItemKey; readonly check: Check };

const CONCURRENCY = 8;

/** Finds the items of a page that fail a check. Reads no other item twice, and with the cheaper consistency. */
export const suspectsIn = async (table: Table, items: readonly TableItem[]) => {
  const readings = new Map<string, ReturnType<Look['read']>>();
  const read: Look['read'] = (key) => {
    const reading = readings.get(key.pk + key.sk) ?? table.read(key, false);
    readings.set(key.pk + key.sk, reading);
    return reading;
  };
  const suspectsOf = async (item: TableItem) => {
    const suspects: Suspect[] = [];
    for (const check of checks.get(kindOf(item)) ?? []) {
      const key = { pk: String(item.pk), sk: String(item.sk) };
      if (await check(item, { ...table, read })) suspects.push({ key, check });
    }
    return suspects;
  };
  const suspects: Suspect[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    const found = await Promise.all(items.slice(start, start + CONCURRENCY).map(suspectsOf));
    suspects.push(...found.flat());
  }
  return suspects;
};

const CHANGES = { mend: 'the service changes it just now, so verify again', writes: undefined };

/** Looks at each suspect several times, because the service may write between two reads. Returns the tears of all looks. */
export const prove = async (suspects: readonly Suspect[], looks: readonly (() => Look | Promise<Look>)[]) => {
  const seen: (Tear | undefined)[][] = suspects.map(() => []);
  for (const open of looks) {
    const look = await open();
    for (const [i, { key, check }] of suspects.entries()) {
      const item = await look.read(key);
      seen[i]?.push(item && (await check(item, look)));
    }
  }
  return seen.flatMap(([tear, ...others]) => {
    if (!tear || others.includes(undefined)) return [];
    const isStill = others.every((other) => isDeepStrictEqual(other?.seen, tear.seen));
    return isStill ? tear : { ...tear, ...CHANGES };
  });
};

/** Reads the whole table for the children of some parents, because the index shows a new child late. */
export const lookIntoTable = async (table: Table, suspects: readonly Suspect[]): Promise<Look> => {
  const children = new Map(suspects.map(({ key }) => [key.sk, [] as TableItem[]]));
  for await (const { Items = [] } of table.scan(true)) {
    for (const item of Items) {
      const { attribute = '' } = relationOf(item) ?? {};
      children.get(String(item[attribute]))?.push({ sk: item.sk, [attribute]: item[attribute] });
    }
  }
  const childIds: Look['childIds'] = async ({ attribute }, id) => {
    const found = children.get(id)?.filter((child) => child[attribute] === id) ?? [];
    return found.map(({ sk }) => sk).sort();
  };
  return { ...table, childIds };
};
