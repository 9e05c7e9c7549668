import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { messageOf } from '../../failure';
import { localAccount } from '../../local-account';
import { isRecord } from '../template/intrinsics';
import { formatShape, type LocalTable } from '../template/table';

type DynamoDbCall = {
  readonly operation: string;
  readonly input: object;
  /** Error of DynamoDB that does not throw. The output is undefined then. */
  readonly expectedError?: string;
};
type TableOutput = { readonly Table?: TableDescription };

/** Sends a request to DynamoDB by node:http. Loading the SDK or fetch takes longer than the rest of the database's start. */
export const post = (endpoint: string, headers = {}, body = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(endpoint, { method: 'POST', headers, agent: false }, resolve).on('error', reject).end(body);
  });

const scope = `local/20260101/${localAccount.region}/dynamodb/aws4_request`;

/** Makes the headers of a DynamoDB call. The signature is fake, because an embedded database checks none. */
export const headersOf = (operation: string) => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': `DynamoDB_20120810.${operation}`,
  'x-amz-date': '20260101T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
});

const callDynamoDb = async (endpoint: string, call: DynamoDbCall): Promise<TableOutput | undefined> => {
  const { operation, input, expectedError } = call;
  const unreachable = (error: unknown): never => {
    throw new Error(`No DynamoDB answers at ${endpoint} (${messageOf(error)}); start it, or unset DYNAMODB_ENDPOINT`);
  };
  const reply = await post(endpoint, headersOf(operation), JSON.stringify(input)).catch(unreachable);
  const output: unknown = await json(reply).catch(unreachable);
  if (!isRecord(output)) return unreachable(new Error(`it answered ${reply.statusCode}`));
  if (reply.statusCode === 200) return output;
  const error = String(output.__type).replace(/^.*#/, '');
  if (error === expectedError) return undefined;
  throw new Error(`DynamoDB at ${endpoint} refused ${operation}: ${error}: ${output.message ?? output.Message}`);
};

const createTable = (endpoint: string, table: LocalTable) =>
  callDynamoDb(endpoint, {
    operation: 'CreateTable',
    input: { ...table, BillingMode: 'PAY_PER_REQUEST' },
    // Another runner on the same DYNAMODB_ENDPOINT may have created the table by now.
    expectedError: 'ResourceInUseException',
  });

/** Creates a table that does not exist. Returns true when this call created the table. */
const ensureTable = async (endpoint: string, table: LocalTable): Promise<boolean> => {
  const { TableName } = table;
  const expectedError = 'ResourceNotFoundException';
  const found = await callDynamoDb(endpoint, { operation: 'DescribeTable', input: { TableName }, expectedError });
  if (!found) return (await createTable(endpoint, table)) !== undefined;
  const [shape, wanted] = [formatShape(found.Table ?? {}), formatShape(table)];
  if (shape === wanted) return false;
  throw new Error(
    `The local table ${TableName} has ${shape} but the template says ${wanted}; start with --reset, or delete the table at ${endpoint}`,
  );
};

/** Creates the missing tables. Returns true when this call created a table. */
export const createTables = async (endpoint: string, tables: readonly LocalTable[]): Promise<boolean> => {
  const created = await Promise.all(tables.map((table) => ensureTable(endpoint, table)));
  return created.includes(true);
};

/** Deletes the tables. Ignores every error, because the database may have stopped already. */
export const deleteTables = async (endpoint: string, tables: readonly LocalTable[]): Promise<void> => {
  await Promise.allSettled(
    tables.map(({ TableName }) => callDynamoDb(endpoint, { operation: 'DeleteTable', input: { TableName } })),
  );
};
