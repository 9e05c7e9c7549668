import { setTimeout as delay } from 'node:timers/promises';
import type { KeySchemaElement, TableDescription } from '@aws-sdk/client-dynamodb';
import { region } from '../template/intrinsics';
import type { LocalTable } from '../template/template';

const scope = `local/20260101/${region}/dynamodb/aws4_request`;

/** Names that DynamoDB has for its two APIs. */
type Api = 'DynamoDB_20120810' | 'DynamoDBStreams_20120810';

/** Makes the headers of a DynamoDB call. The signature is fake, because an embedded database checks none. */
export const headersOf = (operation: string, api: Api = 'DynamoDB_20120810') => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': `${api}.${operation}`,
  'x-amz-date': '20260101T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
});

/** Calls DynamoDB. Returns undefined when the table of a CreateTable exists, or that of an UpdateTable is busy. */
export const callDynamoDb = async (endpoint: string, operation: string, input: object, api?: Api) => {
  const unreachable = ({ cause, message }: Error): never => {
    const reason = Object(cause).message ?? message;
    throw new Error(`No DynamoDB answers at ${endpoint} (${reason}); start it, or unset DYNAMODB_ENDPOINT`);
  };
  const request = { method: 'POST', headers: headersOf(operation, api), body: JSON.stringify(input) };
  const reply = await fetch(endpoint, request).catch(unreachable);
  const output: Record<string, unknown> = Object(await reply.json().catch(unreachable));
  if (reply.ok) return output;
  const error = String(output.__type).replace(/^.*#/, '');
  if (error === 'ResourceInUseException') return undefined;
  throw new Error(`DynamoDB at ${endpoint} refused ${operation}: ${error}: ${output.message ?? output.Message}`);
};

const namesOf = (indexes: readonly { readonly IndexName?: string }[]) => indexes.map(({ IndexName }) => IndexName);

/** Formats the keys of a table, and those of its indexes that have one of the names. */
const formatShape = (table: TableDescription, names: ReturnType<typeof namesOf>): string => {
  const { KeySchema: keys, AttributeDefinitions: attributes = [], GlobalSecondaryIndexes: all = [] } = table;
  const types = new Map(attributes.map(({ AttributeName: name, AttributeType: type }) => [name, type]));
  const formatKeys = (schema: readonly KeySchemaElement[] = []) =>
    schema.map(({ AttributeName: name }) => `${name} ${types.get(name)}`).join(', ');
  const indexes = all.filter(({ IndexName }) => names.includes(IndexName));
  const lines = indexes.map(({ IndexName: name, KeySchema: schema, Projection: projection }) => {
    const projected = [projection?.ProjectionType, ...(projection?.NonKeyAttributes ?? [])].join(' ');
    return `, ${name} (${formatKeys(schema)}) ${projected}`;
  });
  return `keys (${formatKeys(keys)})${lines.sort().join('')}`;
};

/** Creates a table that does not exist, or its missing indexes, one after the other. Returns true for a new table. */
const ensureTable = async (endpoint: string, table: LocalTable): Promise<boolean> => {
  const { TableName, AttributeDefinitions, GlobalSecondaryIndexes: wanted = [], StreamSpecification } = table;
  if (await callDynamoDb(endpoint, 'CreateTable', { ...table, BillingMode: 'PAY_PER_REQUEST' })) return true;
  const reply: { Table?: TableDescription } = (await callDynamoDb(endpoint, 'DescribeTable', { TableName })) ?? {};
  const { Table: found = {} } = reply;
  const indexes = found.GlobalSecondaryIndexes ?? [];
  const [shape, wantedShape] = [formatShape(found, namesOf(wanted)), formatShape(table, namesOf(indexes))];
  if (shape !== wantedShape)
    throw new Error(
      `The local table ${TableName} has ${shape} but the template says ${wantedShape}; start with --reset, or delete the table at ${endpoint}`,
    );
  if (StreamSpecification && !found.StreamSpecification?.StreamEnabled)
    await callDynamoDb(endpoint, 'UpdateTable', { TableName, StreamSpecification });
  const missing = wanted.find(({ IndexName }) => !namesOf(indexes).includes(IndexName));
  const isBusy = indexes.some(({ IndexStatus }) => IndexStatus === 'CREATING');
  if (!missing && !isBusy) return false;
  const GlobalSecondaryIndexUpdates = [{ Create: missing }];
  if (isBusy) await delay(100);
  else await callDynamoDb(endpoint, 'UpdateTable', { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates });
  return ensureTable(endpoint, table);
};

/** Creates the missing tables and indexes. Returns true when this call created a table. */
export const createTables = async (endpoint: string, tables: readonly LocalTable[]): Promise<boolean> => {
  const created = await Promise.all(tables.map((table) => ensureTable(endpoint, table)));
  return created.includes(true);
};

/** Leaves out the streams. With 10,000 records in a stream, a write to the embedded database takes seven times as long. */
export const withoutStreams = (tables: readonly LocalTable[]) =>
  tables.map((table) => ({ ...table, StreamSpecification: undefined }));

/** Deletes the tables. Ignores every error, because the database may have stopped already. */
export const deleteTables = async (endpoint: string, tables: readonly LocalTable[]): Promise<void> => {
  await Promise.allSettled(tables.map(({ TableName }) => callDynamoDb(endpoint, 'DeleteTable', { TableName })));
};
