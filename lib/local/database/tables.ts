import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { localAccount } from '../../local-account';
import { messageOf } from '../failure';
import { isRecord } from '../template/intrinsics';
import { formatShape, type LocalTable } from '../template/table';

type DynamoDbReply =
  | { readonly output: { readonly Table?: TableDescription } }
  | { readonly error: string; readonly message: string };

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

const callDynamoDb = async (endpoint: string, operation: string, input: object): Promise<DynamoDbReply> => {
  const unreachable = (error: unknown): never => {
    throw new Error(`No DynamoDB answers at ${endpoint}: ${messageOf(error)}`);
  };
  const reply = await post(endpoint, headersOf(operation), JSON.stringify(input)).catch(unreachable);
  const output: unknown = await json(reply).catch(unreachable);
  if (!isRecord(output)) return unreachable(new Error(`it answered ${reply.statusCode}`));
  if (reply.statusCode === 200) return { output };
  const error = String(output.__type).replace(/^.*#/, '');
  return {
    error,
    message: `DynamoDB at ${endpoint} refused ${operation}: ${error}: ${output.message ?? output.Message}`,
  };
};

const createTable = async (endpoint: string, table: LocalTable): Promise<boolean> => {
  const reply = await callDynamoDb(endpoint, 'CreateTable', { ...table, BillingMode: 'PAY_PER_REQUEST' });
  // Ignores a table that exists by now, because another runner on the same DYNAMODB_ENDPOINT may have created it.
  if ('error' in reply && reply.error !== 'ResourceInUseException') throw new Error(reply.message);
  return !('error' in reply);
};

const findShape = async (endpoint: string, TableName: string): Promise<string | undefined> => {
  const reply = await callDynamoDb(endpoint, 'DescribeTable', { TableName });
  if ('error' in reply) {
    if (reply.error === 'ResourceNotFoundException') return undefined;
    throw new Error(reply.message);
  }
  return formatShape(reply.output.Table ?? {});
};

const ensureTable = async (endpoint: string, table: LocalTable): Promise<boolean> => {
  const found = await findShape(endpoint, table.TableName);
  const wanted = formatShape(table);
  if (found === undefined) return createTable(endpoint, table);
  if (found === wanted) return false;
  throw new Error(
    `The local table ${table.TableName} has ${found} but the template says ${wanted}; start with --reset to delete the local data`,
  );
};

/** Creates the missing tables. Returns true when this call created a table. */
export const createTables = async (endpoint: string, tables: readonly LocalTable[]): Promise<boolean> => {
  const created = await Promise.all(tables.map((table) => ensureTable(endpoint, table)));
  return created.includes(true);
};

/** Deletes the tables. Ignores every error, because the database may have stopped already. */
export const deleteTables = async (endpoint: string, tables: readonly LocalTable[]): Promise<void> => {
  await Promise.allSettled(tables.map(({ TableName }) => callDynamoDb(endpoint, 'DeleteTable', { TableName })));
};
