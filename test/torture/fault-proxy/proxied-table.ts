import { createTables } from '../../../lib/local/database/tables';
import { startOwnDatabase } from '../../support/own-database';
import { headersOf, scan } from '../scan';
import type { FaultKind } from './fault-kinds';
import { startFaultProxy } from './fault-proxy';

const CLIENT_TIMEOUT_MS = 300;

export const TableName = 'things';
const table = {
  name: TableName,
  keys: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  attributes: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  indexes: [],
};

/** Starts a database with one table for a test file, and a new fault proxy in front of it for each test. */
export const useProxiedTable = () => {
  let database: Awaited<ReturnType<typeof startOwnDatabase>>;
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>;

  const restart = async (only?: readonly FaultKind[]) => {
    proxy = await startFaultProxy({ endpoint: database.endpoint, seed: 1, only });
  };

  beforeAll(async () => {
    database = await startOwnDatabase();
    await createTables(database.endpoint, [table]);
  });
  afterAll(() => database.close());
  beforeEach(() => restart());
  afterEach(() => proxy.close());

  /** Sends a call through the proxy. Returns what a client sees that waits for 300 ms. */
  const call = async (operation: string, input: object) => {
    const abort = new AbortController();
    const { signal } = abort;
    const timer = setTimeout(() => abort.abort(), CLIENT_TIMEOUT_MS);
    const body = JSON.stringify(input);
    try {
      const response = await fetch(proxy.url, { method: 'POST', headers: headersOf(operation), body, signal });
      return { status: response.status, text: await response.text().catch(() => 'cut') };
    } catch {
      return { status: signal.aborted ? 'timeout' : 'reset', text: '' };
    } finally {
      clearTimeout(timer);
    }
  };

  /** Reads a stored item directly from the database. */
  const stored = async (pk: string) => (await scan(database.endpoint, TableName)).find((item) => item.pk === pk);

  return {
    call,
    proxy: () => proxy,
    /** Replaces the proxy by a new one that starts with the same seed. */
    restartProxy: async (only?: readonly FaultKind[]) => {
      await proxy.close();
      await restart(only);
    },
    /** Stores a value in the item `one`. The stored value shows which call was applied last. */
    put: (value: number) => call('PutItem', { TableName, Item: { pk: { S: 'one' }, value: { N: String(value) } } }),
    stored,
    storedValue: async () => (await stored('one'))?.value,
  };
};
