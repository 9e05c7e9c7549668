import { isDeepStrictEqual } from 'node:util';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { createTables, deleteTables } from '../../../../lib/local/database/tables';
import { readTemplate } from '../../../../lib/local/template/template';
import { type VerifyTableOptions, verifyTable } from '../../../../lib/verify/table/verify';
import { setEnvironment } from '../../../support/dynamodb/endpoint';
import { startRecorder } from '../../../support/dynamodb/recorder';
import { ask } from '../../../support/resources';
import { skipPauses } from '../../../support/time';
import type { ExploredRequest } from '../../../torture/explore/run';
import { keyOf, type StoredJson, startTable } from '../../../torture/explore/table';
import { brokenInvariants } from '../../../torture/invariants';

type Items = readonly StoredJson[];

/** Returns the items with each part of the changes between two times, as a copy has them that was torn between. */
export const tornBetween = (before: Items, after: Items): Items[] => {
  const keys = [...new Set([...before, ...after].map(keyOf))];
  const at = (items: Items, key: string) => items.find((item) => keyOf(item) === key);
  const changed = keys.filter((key) => !isDeepStrictEqual(at(before, key), at(after, key)));
  return Array.from({ length: Math.max(0, 2 ** changed.length - 2) }, (_, i) => {
    const arrived = changed.filter((_, bit) => ((i + 1) >> bit) & 1);
    return keys.flatMap((key) => [at(arrived.includes(key) ? after : before, key) ?? []].flat());
  });
};

export const brokenIn = (items: Items) =>
  brokenInvariants(items.map((item) => unmarshall(item as Parameters<typeof unmarshall>[0])));

/** Gives the handlers in this process, and `verifyTable`, a table that a test can tear. */
export const useTable = () => {
  const { tables } = readTemplate(process.env.ASSEMBLY ?? '');
  const [{ TableName } = { TableName: '' }] = tables;
  let table: Awaited<ReturnType<typeof startTable>>;
  let recorder: Awaited<ReturnType<typeof startRecorder>>;
  const lines: string[] = [];
  beforeAll(async () => {
    table = await startTable(tables);
    recorder = await startRecorder(table.endpoint);
    setEnvironment(recorder.url, TableName);
  });
  afterAll(() => Promise.all([recorder.close(), table.close()]));
  beforeEach(async () => {
    skipPauses();
    // Leaves out the log lines of the service, which are JSON.
    jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => /^\{/.test(`${line}`) || lines.push(`${line}`) > 0);
    await deleteTables(table.endpoint, tables);
    await createTables(table.endpoint, tables);
  });
  afterEach(() => {
    recorder.setReply();
    jest.restoreAllMocks();
  });
  const set = async (items: Items) => table.restore(await table.read(), items);
  const send = async ({ line, body, headers }: ExploredRequest) => {
    const { status, body: answer } = await ask(line, { body, headers });
    if (status >= 300) throw new Error(`${line}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  /** Calls a function before each call to DynamoDB with this operation. */
  const onCall = (operation: string, then?: Parameters<typeof recorder.setReply>[0]) =>
    recorder.setReply((attempt) => {
      const { target } = Object(recorder.asked.at(-1));
      return String(target).endsWith(`.${operation}`) ? then?.(attempt) : undefined;
    });
  const printed = () => lines.map((line) => line.trimEnd());
  const verify = async (options: Partial<VerifyTableOptions> = {}) => {
    lines.length = 0;
    const code = await verifyTable({ table: TableName, units: 1e9, ...options });
    return [code, ...printed()];
  };
  return {
    read: () => table.read(),
    set,
    send,
    onCall,
    verify,
    printed,
    database: () => ({ endpoint: recorder.url, TableName }),
  };
};
