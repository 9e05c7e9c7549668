import { startDatabase } from '../../lib/local/database/database';

/** Starts an embedded database for one test, whatever DYNAMODB_ENDPOINT names. */
export const startOwnDatabase = (folder?: string) =>
  startDatabase({ ...process.env, DYNAMODB_ENDPOINT: undefined }, folder);
