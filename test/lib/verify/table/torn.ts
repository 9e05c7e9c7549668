import { isDeepStrictEqual } from 'node:util';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { client } from '../../../../functions/dynamodb/client';
import { keyIn } from '../../../../functions/table/relation';
import type { ItemKey } from '../../../../functions/table/shards';
import { emailKeyOf } from '../../../../functions/users/email';
import { createTables, deleteTables } from '../../../../lib/local/database/tables';
import { readTemplate } from '../../../../lib/local/template/template';
import { type VerifyTableOptions, verifyTable } from '../../../../lib/verify/table/verify';
import { setEnvironment } from '../../../support/dynamodb/endpoint';
import { type ScriptedReply, startRecorder } from '../../../support/dynamodb/recorder';
import { ask } from '../../../support/resources';
import { skipPauses } from '../../../support/time';
import type { ExploredRequest } from '../../../torture/explore/run';
import { scenarios } from '../../../torture/explore/scenarios';
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

export const path = '/api/v1/users';
export const [ann = '', bob = '', anns = ''] = [1, 2, 3].map(
  (number) => `01890000-0000-7000-8000-00000000000${number}`,
);
export const [claimOfAnn, claimOfBob] = [emailKeyOf('ann@x.example'), emailKeyOf('bob@x.example')];

type Hook = (input: {
  readonly ConsistentRead?: boolean;
  readonly Key?: StoredJson;
}) => Promise<ScriptedReply | undefined>;

/** Gives the handlers in this process, and `verifyTable`, a table with Ann, Bob, a post of Ann and an anonymous one. */
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
    for (const request of scenarios.plain?.setup ?? []) await send(request);
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
  /** Calls a function before each call to DynamoDB with its operation. The function can make the reply. */
  const onCall = (hooks: Readonly<Record<string, Hook>>) =>
    recorder.setReply(() => {
      const { target, input } = Object(recorder.asked.at(-1));
      return hooks[String(target).replace(/^.*\./, '')]?.(input);
    });
  const put = (Item: object) => client.send(new PutCommand({ TableName, Item: { ...Item } }));
  const remove = (Key: ItemKey) => client.send(new DeleteCommand({ TableName, Key }));
  const change = (id: string, attribute: string, value: unknown) => {
    const values = { ExpressionAttributeValues: { ':value': value } };
    const UpdateExpression = `SET ${attribute} = :value`;
    return client.send(new UpdateCommand({ TableName, Key: keyIn('user', id), UpdateExpression, ...values }));
  };
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
    put,
    remove,
    change,
    database: () => ({ endpoint: recorder.url, TableName }),
  };
};
