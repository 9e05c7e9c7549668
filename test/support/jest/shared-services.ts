import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '../../../lib/local/database/database';
import type { GrantedCall } from '../../../lib/local/lambda/proxy';
import { serve } from '../../../lib/local/serve';
import { readTemplate } from '../../../lib/local/template/template';

/** Service that the test files of one worker use one after the other. */
export type SharedService = Awaited<ReturnType<typeof startSharedService>>;
/** Line of a service's journal, which has its calls to the table and its log lines. */
export type JournalEntry = { readonly call: GrantedCall } | { readonly log: string };

const closers: (() => Promise<void>)[] = [];

const startSharedService = async (assembly: string) => {
  const { endpoint, close: closeDatabase } = await startDatabase(process.env);
  closers.push(closeDatabase);
  const tableSuffix = `-${randomUUID()}`;
  const journal = join(process.env.TEST_FOLDER ?? '', `journal${tableSuffix}.ndjson`);
  const file = openSync(journal, 'a');
  const write = (entry: JournalEntry) => writeSync(file, `${JSON.stringify(entry)}\n`);
  const { DYNAMODB_ENDPOINT: given } = process.env;
  // `serve` reads the endpoint before its first pause. The tests must not inherit the endpoint.
  process.env.DYNAMODB_ENDPOINT = endpoint;
  const onCall = (call: GrantedCall) => write({ call });
  const serving = serve({ assembly, port: 0, tableSuffix, onCall, onLog: (_, log) => write({ log }) });
  if (given === undefined) delete process.env.DYNAMODB_ENDPOINT;
  const { url, close } = await serving;
  closers.push(close);
  return { url, endpoint, tables: readTemplate(assembly, tableSuffix).tables, journal };
};

/** Starts a service for each worker of jest. */
export const startSharedServices = (assembly: string, workers: number) =>
  Promise.all(Array.from({ length: workers }, () => startSharedService(assembly)));

export const closeSharedServices = async () => {
  for (const close of closers.splice(0).reverse()) await close();
};
