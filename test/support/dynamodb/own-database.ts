import { startDatabase } from '../../../lib/local/database/database';

/** Starts an embedded database for one test, even when DYNAMODB_ENDPOINT names another. */
export const startOwnDatabase = (folder?: string) =>
  startDatabase({ ...process.env, DYNAMODB_ENDPOINT: undefined }, folder);
