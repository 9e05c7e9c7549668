import { startDatabase } from '../../lib/local/database/database';
import { createTables, deleteTables } from '../../lib/local/database/tables';
import type { LocalTable } from '../../lib/local/template/template';

/** Starts an embedded database for one test, even when DYNAMODB_ENDPOINT names another. */
export const startOwnDatabase = (folder?: string) =>
  startDatabase({ ...process.env, DYNAMODB_ENDPOINT: undefined }, folder);

/** Deletes all items, also those that no response shows. */
export const emptyTables = async (endpoint: string, tables: readonly LocalTable[]) => {
  await deleteTables(endpoint, tables);
  await createTables(endpoint, tables);
};
