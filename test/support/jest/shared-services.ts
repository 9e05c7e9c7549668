import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { GrantedCall } from '../../../lib/local/lambda/proxy';
import type { GivenVariables } from '../../../lib/local/lambda/stand-ins';
import { serve } from '../../../lib/local/serve';
import { readTemplate } from '../../../lib/local/template/template';

/** Service that the test files of one worker use one after the other. */
export type SharedService = Awaited<ReturnType<typeof startSharedService>>;
/** Line of a service's journal, which has its calls to the table and its log lines. */
export type JournalEntry = { readonly call: GrantedCall } | { readonly log: string };

const closers: (() => Promise<void>)[] = [];

const startSharedService = async (assembly: string, variables: GivenVariables) => {
  const tableSuffix = `-${randomUUID()}`;
  const journal = join(process.env.TEST_FOLDER ?? '', `journal${tableSuffix}.ndjson`);
  const file = openSync(journal, 'a');
  const write = (entry: JournalEntry) => writeSync(file, `${JSON.stringify(entry)}\n`);
  const onCall = (call: GrantedCall) => write({ call });
  const onLog = (_: string, log: string) => write({ log });
  // The tests of the promises look at what a request has written, and not at what a function has written afterwards.
  const options = { assembly, port: 0, tableSuffix, variables, followsStreams: false, onCall, onLog };
  const { url, endpoint, close } = await serve(options);
  closers.push(close);
  return { url, endpoint, tables: readTemplate(assembly, tableSuffix).tables, journal };
};

/** Starts a service for each worker of jest. */
export const startSharedServices = (assembly: string, workers: number, variables: GivenVariables) =>
  Promise.all(Array.from({ length: workers }, () => startSharedService(assembly, variables)));

export const closeSharedServices = async () => {
  for (const close of closers.splice(0).reverse()) await close();
};
