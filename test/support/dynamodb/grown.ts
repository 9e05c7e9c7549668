import { type Generation, plan } from '../../../functions/plan';
import { createTables } from '../../../lib/local/database/tables';
import { readTemplate } from '../../../lib/local/template/template';
import { scan } from '../../torture/scan';
import { emptyTables, startOwnDatabase } from '../own-database';
import { setEnvironment } from './endpoint';

/** Gives the partition plan these generations. `jest.restoreAllMocks` puts the old plan back. */
export const grow = (collection: string, ...generations: Generation[]) =>
  jest.replaceProperty<Record<string, readonly Generation[]>, string>(plan, collection, generations);

/**
 * Gives the handlers in this process a database of their own. In this process a test can change the partition plan, which
 * it cannot in a bundle.
 */
export const startGrown = () => {
  const { tables } = readTemplate(process.env.ASSEMBLY ?? '');
  const [{ TableName } = { TableName: '' }] = tables;
  let [endpoint, close] = ['', () => {}];
  const units: { readUnits: number; writeUnits: number }[] = [];
  beforeAll(async () => {
    ({ endpoint, close } = await startOwnDatabase());
    await createTables(endpoint, tables);
    setEnvironment(endpoint, TableName);
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      const { readUnits, writeUnits }: Partial<(typeof units)[number]> = JSON.parse(String(line));
      if (readUnits !== undefined && writeUnits !== undefined) units.push({ readUnits, writeUnits });
      return true;
    });
  });
  afterAll(() => jest.restoreAllMocks());
  afterAll(() => close());
  /** Deletes all items. A test that compares scans of the table takes as long as there are items. */
  const empty = () => emptyTables(endpoint, tables);
  const database = () => ({ endpoint, TableName });
  return { database, items: () => scan(endpoint, TableName), empty, lastUnits: () => units.at(-1) };
};
