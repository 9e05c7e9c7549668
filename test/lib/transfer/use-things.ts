import './served-things';

import { writeFileSync } from 'node:fs';
import { dependingOn, increment } from '../../../functions/kit/table/also/change-of';
import { update } from '../../../functions/kit/table/change';
import type { ApiClient } from '../../../lib/transfer/api';
import { exportAll } from '../../../lib/transfer/export';
import { importFile } from '../../../lib/transfer/import';
import { startGrown } from '../../support/dynamodb/grown';
import { askerOf } from '../../support/resources';
import { apiOver, handlersOf } from './handlers';
import { ofThings, one, otherPart, otherThing, part, thing, thingEntity, two } from './served-things';
import { useTransfer } from './transfer';

type Hook = (line: string) => unknown;

/** Serves the things in this process, to the tests of a file. Before each test, some are exported and then deleted. */
export const useThings = () => {
  const { database, items, empty } = startGrown();
  const transfer = useTransfer();
  const things = { ...database, empty, transfer, isNumbering: false, isDepending: false, before: [] as string[] };
  let numbered = 0;
  const ask = askerOf({
    ...handlersOf(one),
    ...handlersOf(two, () => ({ set: things.isNumbering ? { number: `auto${++numbered}` } : {} })),
    // The creation of a part adds its price to the total of its thing, unless this depends on the part before.
    ...handlersOf(ofThings, ({ thingId, price }) => {
      const also = [increment(thingEntity, String(thingId), { total: Number(price) })];
      return { also: things.isDepending ? [dependingOn(ofThings, () => also)] : also };
    }),
  });
  const served = apiOver(ask);

  /** Returns the API, with what happens before a request and after its response. Other resources have no items. */
  const apiOf =
    (before: Hook = () => {}, after: Hook = () => {}): ApiClient =>
    async (method, path, request) => {
      if (![one, two, ofThings].some((each) => path.startsWith(each.path)))
        return { status: 200, headers: new Headers(), body: [] };
      await before(`${method} ${path}`);
      const response = await served(method, path, request);
      await after(`${method} ${path}`);
      return response;
    };

  /** Sets fields as a handler does. */
  const handle = (set: object, id = otherThing, entity = two) =>
    update(entity, { id, caller: undefined, precondition: {} }, { set });

  /** Returns all items of the table, but for their revisions. */
  const stored = async () => {
    const all = (await items()).map(({ rev: _, updatedAt, ...item }) => JSON.stringify(Object.entries(item).sort()));
    return all.sort();
  };

  /** Imports the file. Returns the names of the things with the outcomes of their lines, sorted. */
  const importAll = async (table?: string, api = apiOf()) => {
    const outcomes: string[] = [];
    await importFile(api, transfer.file, {
      table,
      onLine: ({ resource: { name = 'part' } }, ...outcome) => outcomes.push([name, ...outcome].filter(Boolean).join()),
    });
    return outcomes.sort();
  };

  const create = (path: string, body: object) => ask(`PUT ${path}`, { headers: { 'if-none-match': '*' }, body });

  beforeEach(async () => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    Object.assign(things, { isNumbering: false, isDepending: false });
    await empty();
    await create(`${two.path}/${thing}`, { name: 'a', label: 'x' });
    await create(`${two.path}/${otherThing}`, { name: 'b' });
    await ask(`PATCH ${one.path}/${thing}`, { body: { mood: 'cross', phase: 'begun' } });
    await ask(`PATCH ${one.path}/${thing}`, { body: { phase: 'done' } });
    await create(`${ofThings.path}/${part}`, { thingId: thing, price: 5 });
    await create(`${ofThings.path}/${otherPart}`, { thingId: thing, price: 6 });
    await handle({ number: 'n1', status: 'placed', paidAt: '2026-11-01T08:30:00.000Z' }, thing);
    await handle({ status: 'shipped' }, thing);
    await handle({ grade: 'good' }, thing, one);
    await handle({ sum: 40 });
    things.before = await stored();
    const lines: string[] = [];
    for await (const page of exportAll(apiOf())) lines.push(...page);
    writeFileSync(transfer.file, [...new Set(lines)].join(''));
    await empty();
  });
  return Object.assign(things, { ask, apiOf, handle, stored, importAll });
};

/** Value of `import --table <name>` in the reason of a line that lacks it. */
export const NO_TABLE = 'which the API does not set; import it again with --table <name>';

export const withoutParts = (outcomes: readonly string[]) => outcomes.filter((each) => !each.startsWith('part'));
