import { type VerifyTableOptions, verifyTable } from '../../../lib/verify/table/verify';
import { type FakeReply, startFakeServer } from '../fake-server';
import { ask } from '../resources';
import { skipPauses } from '../time';
import { setEnvironment } from './endpoint';
import { startGrown } from './grown';
import type { StoredItems } from './invariants';
import { official } from './official';

type Input = { readonly ConsistentRead?: boolean; readonly Key?: { readonly pk?: { readonly S: string } } };
type StoredRequest = { readonly line: string } & Pick<NonNullable<Parameters<typeof ask>[1]>, 'body' | 'headers'>;
type Hook = (input: Input) => Promise<unknown>;

/** Gives the handlers in this process, and `verifyTable`, a table with what these requests make. */
export const useTable = (setup: readonly StoredRequest[]) => {
  const { database, items: read, empty } = startGrown();
  const { TableName } = database;
  let recorder: Awaited<ReturnType<typeof startFakeServer>>;
  const lines: string[] = [];
  beforeAll(async () => {
    recorder = await startFakeServer(() => database.endpoint);
    setEnvironment(recorder.url, TableName);
  });
  afterAll(() => recorder.close());
  beforeEach(async () => {
    skipPauses();
    // Leaves out the log lines of the service, which are JSON.
    jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => /^\{/.test(`${line}`) || lines.push(`${line}`.trimEnd()) > 0);
    await empty();
    for (const request of setup) await send(request);
  });
  afterEach(() => {
    recorder.setReply();
    jest.restoreAllMocks();
  });
  const send = async ({ line, body, headers }: StoredRequest) => {
    const response = await ask(line, { body, headers });
    if (response.status >= 300) throw new Error(`${line}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const set = async (items: StoredItems) => {
    const isGone = ({ pk, sk }: StoredItems[number]) => !items.some((item) => item.pk === pk && item.sk === sk);
    const gone = (await read()).filter(isGone);
    const deletes = gone.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    const puts = items.map((Item) => ({ PutRequest: { Item } }));
    await official.batchWrite({ RequestItems: { [TableName]: [...deletes, ...puts] } });
  };
  /** Changes attributes of items, which are named by their `pk` or `sk`. Deletes an item without attributes. */
  const edit = async (changes: Readonly<Record<string, object | undefined>>) => {
    const edited = (await read()).flatMap((item) => {
      const name = [item.pk, item.sk].find((key) => key in changes);
      if (name === undefined) return item;
      return changes[name] ? { ...item, ...changes[name] } : [];
    });
    await set(edited);
  };
  /** Calls a function before each call to DynamoDB with its operation. The function can make the reply. */
  const onCall = (hooks: Readonly<Record<string, Hook>>) =>
    recorder.setReply(async (_, { headers, text }) => {
      const hook = hooks[String(headers['x-amz-target']).replace(/^.*\./, '')];
      return (await hook?.(JSON.parse(text))) as FakeReply | undefined;
    });
  const verify = async (options: Partial<VerifyTableOptions> = {}) => {
    lines.length = 0;
    const code = await verifyTable({ table: TableName, units: 1e9, ...options });
    return [code, ...lines];
  };
  const recorded = () => ({ endpoint: recorder.url, TableName });
  return { read, set, edit, send, onCall, verify, database: recorded, printed: () => [...lines] };
};
