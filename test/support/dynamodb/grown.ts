import { createTables, deleteTables } from '../../../lib/local/database/tables';
import { readTemplate } from '../../../lib/local/template/template';
import { localAccount } from '../../../lib/local-account';
import { scan } from '../../torture/scan';
import { startOwnDatabase } from '../own-database';

/**
 * Gives the handlers in this process a database of their own. In this process a test can change the partition plan, which
 * it cannot in a bundle.
 */
export const startGrown = () => {
  const { tables } = readTemplate(process.env.ASSEMBLY ?? '');
  const [{ TableName } = { TableName: '' }] = tables;
  let database: Awaited<ReturnType<typeof startOwnDatabase>> | undefined;
  const units: { readUnits: number; writeUnits: number }[] = [];
  beforeAll(async () => {
    database = await startOwnDatabase();
    await createTables(database.endpoint, tables);
    Object.assign(process.env, {
      TABLE_NAME: TableName,
      AWS_REGION: localAccount.region,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    });
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      const { readUnits, writeUnits }: Partial<(typeof units)[number]> = JSON.parse(String(line));
      return readUnits === undefined || writeUnits === undefined || units.push({ readUnits, writeUnits }) > 0;
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await database?.close();
  });
  const endpoint = () => database?.endpoint ?? '';
  /** Deletes all items. A test that compares scans of the table takes as long as there are items. */
  const empty = async () => {
    await deleteTables(endpoint(), tables);
    await createTables(endpoint(), tables);
  };
  return { items: () => scan(endpoint(), TableName), empty, lastUnits: () => units.at(-1) };
};
