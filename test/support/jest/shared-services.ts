import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '../../../lib/local/database/database';
import type { GrantedCall } from '../../../lib/local/lambda/permissions';
import { serve } from '../../../lib/local/serve';
import type { LocalTable } from '../../../lib/local/template/table';
import { readTemplate } from '../../../lib/local/template/template';

/** Service that the test files of one worker use one after the other. */
export type SharedService = {
  readonly url: string;
  /** URL of the service's DynamoDB. */
  readonly endpoint: string;
  readonly tables: readonly LocalTable[];
  /** File of the service's calls to the table and of its log lines. Each line is a `JournalEntry`. */
  readonly journal: string;
};
export type JournalEntry = { readonly call: GrantedCall } | { readonly log: string };

const closers: (() => Promise<void>)[] = [];

/** Serves an assembly on the DynamoDB at an endpoint, which `serve` reads from the environment. */
const serveOn = (endpoint: string, options: Parameters<typeof serve>[0]) => {
  const { DYNAMODB_ENDPOINT: before } = process.env;
  process.env.DYNAMODB_ENDPOINT = endpoint;
  try {
    return serve(options);
  } finally {
    if (before === undefined) delete process.env.DYNAMODB_ENDPOINT;
  }
};

const startSharedService = async (assembly: string): Promise<SharedService> => {
  const { endpoint, close: closeDatabase } = await startDatabase(process.env);
  closers.push(closeDatabase);
  const tableSuffix = `-${randomUUID()}`;
  const journal = join(process.env.TEST_FOLDER ?? '', `journal${tableSuffix}.ndjson`);
  const file = openSync(journal, 'a');
  const write = (entry: JournalEntry) => writeSync(file, `${JSON.stringify(entry)}\n`);
  const { url, close } = await serveOn(endpoint, {
    assembly,
    port: 0,
    tableSuffix,
    onCall: (call) => write({ call }),
    onLog: (_, log) => write({ log }),
  });
  closers.push(close);
  return { url, endpoint, tables: readTemplate(assembly, tableSuffix).tables, journal };
};

/** Services of one worker. Tests that copy data need the other one, too. */
export type SharedServices = { readonly service: SharedService; readonly other: SharedService };

/** Starts the services of each worker of jest. */
export const startSharedServices = (assembly: string, workers: number): Promise<SharedServices[]> =>
  Promise.all(
    Array.from({ length: workers }, async () => ({
      service: await startSharedService(assembly),
      other: await startSharedService(assembly),
    })),
  );

export const closeSharedServices = async () => {
  for (const close of closers.splice(0).reverse()) await close();
};
