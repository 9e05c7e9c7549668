import { unmarshall } from '@aws-sdk/util-dynamodb';
import { createTables, headersOf } from '../../../lib/local/database/tables';
import { type LocalTable, readTemplate } from '../../../lib/local/template/template';
import { sendLine } from '../../../lib/verify/http';
import type { StoredItems } from '../../support/dynamodb/invariants';
import { startOwnDatabase } from '../../support/dynamodb/own-database';

/** Item in DynamoDB's JSON. */
export type StoredJson = Readonly<Record<string, { readonly S: string } | undefined>>;
export type Reply = [status: number, content: string];

/** Returns items as the official client reads them. */
export const itemsOf = (stored: readonly StoredJson[]) =>
  stored.map((item): StoredItems[number] => unmarshall(item as Parameters<typeof unmarshall>[0]));

export const keyTextOf = ({ pk, sk }: StoredJson) => JSON.stringify([pk, sk]);

/** Maximum number of writes that DynamoDB takes in a batch. */
const MAX_WRITES = 25;

/** Starts an embedded DynamoDB with the table of the assembly, and with what the table has `more`. */
export const startTable = async (more: Pick<LocalTable, 'StreamSpecification'> = {}) => {
  const { tables, functions } = readTemplate(process.env.ASSEMBLY ?? '');
  const [{ TableName } = { TableName: '' }] = tables;
  const { endpoint, close } = await startOwnDatabase();
  await createTables(
    endpoint,
    tables.map((table) => ({ ...table, ...more })),
  );

  const send = async (operation: string, body: string): Promise<Reply> => {
    const { status, text } = await sendLine(endpoint, 'POST /', { headers: headersOf(operation), body });
    return [status, text];
  };
  const read = async (): Promise<StoredJson[]> =>
    JSON.parse((await send('Scan', JSON.stringify({ TableName })))[1]).Items;

  /** Changes the items that are there into those that are wanted. */
  const write = async (found: readonly StoredJson[], wanted: readonly StoredJson[]) => {
    const texts = new Set(found.map((item) => JSON.stringify(item)));
    const keys = new Set(wanted.map(keyTextOf));
    const gone = found.filter((item) => !keys.has(keyTextOf(item)));
    const changed = wanted.filter((item) => !texts.has(JSON.stringify(item)));
    const writes = [
      ...gone.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
      ...changed.map((item) => ({ PutRequest: { Item: item } })),
    ];
    for (let start = 0; start < writes.length; start += MAX_WRITES) {
      const RequestItems = { [TableName]: writes.slice(start, start + MAX_WRITES) };
      const [status, content] = await send('BatchWriteItem', JSON.stringify({ RequestItems }));
      if (status !== 200) throw new Error(`The table cannot be restored: ${content}`);
    }
  };
  return { TableName, functions, endpoint, send, read, write, close };
};
