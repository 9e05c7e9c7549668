import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createTables, deleteTables, withoutStreams } from '../../lib/local/database/tables';
import type { HttpParts } from '../../lib/verify/http';
import { creatorOf } from './creator';
import { functionEnvironment } from './dynamodb/endpoint';
import { type HttpResult, send } from './http';
import type { JournalEntry, SharedService } from './jest/shared-services';
import { walkWith } from './links';

const { JEST_WORKER_ID, SHARED_SERVICES = '[]' } = process.env;

/** Gives the tests of a file the service of their worker, and empties its tables before them. */
export const useService = ({ hasStreams = false } = {}) => {
  const services: SharedService[] = JSON.parse(SHARED_SERVICES);
  const service = services[Number(JEST_WORKER_ID) - 1];
  if (!service) throw new Error(`No service for worker ${JEST_WORKER_ID}; see test/support/jest/global-setup.ts`);
  const { endpoint, tables, journal } = service;
  const [{ TableName } = { TableName: '' }] = tables;
  const url = () => service.url;
  /** Sends a request. Throws when the OpenAPI document does not have the response. */
  const ask = async (line: string, parts?: HttpParts) => {
    const response = await send(url(), line, parts);
    const errors = undocumentedOnce(line, response);
    if (errors.length > 0) throw new Error(`${line}: ${errors.join('; ')}`);
    if (response.body?.code === 'internal') showIfFailed(await lineOf(response));
    return response;
  };
  /** Deletes all items, also those that no response shows. */
  const empty = async () => {
    await deleteTables(endpoint, tables);
    await createTables(endpoint, hasStreams ? tables : withoutStreams(tables));
  };
  beforeAll(async () => {
    writeFileSync(journal, '');
    await empty();
  });
  /** Returns what the service has written into its journal since the start of the test file. */
  const entries = (): JournalEntry[] =>
    readFileSync(journal, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const calls = () => entries().flatMap((entry) => ('call' in entry ? [entry.call] : []));
  /** Returns the log line of a response, which arrives a moment after the response. */
  const lineOf = async ({ headers }: HttpResult): Promise<Record<string, unknown>> => {
    const id = `"requestId":"${headers['apigw-requestid']}"`;
    for (;;) {
      for (const entry of entries()) if ('log' in entry && entry.log.includes(id)) return JSON.parse(entry.log);
      await setImmediate();
    }
  };
  const database = { endpoint, TableName };
  const environmentOf = () => functionEnvironment(endpoint, TableName);
  return {
    ask,
    ...creatorOf({ ask }),
    url,
    walk: walkWith(ask),
    calls,
    lineOf,
    empty,
    database,
    environmentOf,
  };
};

const MAPPINGS = '/2015-03-31/event-source-mappings';
type MappingState = Readonly<Record<'UUID' | 'FunctionArn' | 'LastProcessingResult', string>>;

/**
 * Gives the tests of a file the service of their worker, whose functions then get the changes of these tests. In other files they
 * get none.
 * @example const { ask, reacted } = useReactions();
 */
export const useReactions = () => {
  const service = useService({ hasStreams: true });
  const list = async (): Promise<readonly MappingState[]> =>
    (await send(service.url(), `GET ${MAPPINGS}`)).body.EventSourceMappings;
  const enableAll = async (Enabled: boolean) => {
    for (const { UUID } of await list()) await send(service.url(), `PUT ${MAPPINGS}/${UUID}`, { body: { Enabled } });
  };
  beforeAll(() => enableAll(true));
  afterAll(() => enableAll(false));
  /** Waits until the functions have handled all changes so far. Throws when one of them fails. */
  const reacted = async () => {
    const failing = (await list()).filter(({ LastProcessingResult }) => LastProcessingResult !== 'OK');
    const names = failing.map(({ FunctionArn }) => FunctionArn.split(':').at(-1));
    if (names.length > 0) throw new Error(`These functions fail on a change: ${names.join(', ')}`);
  };
  return { ...service, reacted };
};

/** Valid id of no resource. */
export const nobody = '01890000-0000-7000-8000-000000000000';

/** Members of a problem, and of the objects in `errors`. */
type Members = { readonly detail?: unknown; readonly errors?: readonly object[] };

/** Pattern of a problem (section 6 of the contract). */
export const problem = (status: number, code: string, { errors, ...rest }: Members = {}) => ({
  status,
  headers: expect.objectContaining({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }),
  body: expect.objectContaining({
    ...{ type: 'about:blank', status, code, requestId: expect.any(String), ...rest },
    ...(errors && { errors: errors.map((error) => expect.objectContaining(error)) }),
  }),
});
