import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { place } from '../../place';
import { messageOf } from '../failure';
import { isRecord } from '../template/intrinsics';
import { type LocalTable, shapeOf } from '../template/table';

/** Creates the tables that are not there yet; true when one was. */
export async function createTables(endpoint: string, tables: LocalTable[]): Promise<boolean> {
  const created = await Promise.all(tables.map((table) => ensureTable(endpoint, table)));
  return created.includes(true);
}

/** Deletes the tables, unless the database has stopped already. */
export async function deleteTables(endpoint: string, tables: LocalTable[]): Promise<void> {
  await Promise.allSettled(tables.map(({ name }) => ask(endpoint, 'DeleteTable', { TableName: name })));
}

async function ensureTable(endpoint: string, table: LocalTable): Promise<boolean> {
  const found = await existingShape(endpoint, table.name);
  const wanted = shapeOf(table);
  if (found === undefined) return createTable(endpoint, table);
  if (found === wanted) return false;
  throw new Error(
    `The local table ${table.name} has ${found} but the template says ${wanted}; start with --reset to delete the local data`,
  );
}

async function createTable(endpoint: string, { name, keys, attributes, indexes }: LocalTable): Promise<boolean> {
  const answer = await ask(endpoint, 'CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys,
    AttributeDefinitions: attributes,
    ...(indexes.length > 0 ? { GlobalSecondaryIndexes: indexes } : {}),
  });
  // Another runner on the same DYNAMODB_ENDPOINT may have been faster.
  if ('error' in answer && answer.error !== 'ResourceInUseException') throw new Error(answer.message);
  return !('error' in answer);
}

async function existingShape(endpoint: string, name: string): Promise<string | undefined> {
  const answer = await ask(endpoint, 'DescribeTable', { TableName: name });
  if ('error' in answer) {
    if (answer.error === 'ResourceNotFoundException') return undefined;
    throw new Error(answer.message);
  }
  const { Table: table = {} } = answer.result;
  return shapeOf({
    keys: table.KeySchema ?? [],
    attributes: table.AttributeDefinitions ?? [],
    indexes: table.GlobalSecondaryIndexes ?? [],
  });
}

type Description = Pick<LocalTable, 'name'> & {
  KeySchema?: LocalTable['keys'];
  AttributeDefinitions?: LocalTable['attributes'];
  GlobalSecondaryIndexes?: LocalTable['indexes'];
};
type Reply = { result: { Table?: Partial<Description> } } | { error: string; message: string };

/** Without the SDK, and without fetch: loading them takes longer than all the rest of the start of the database. */
async function ask(endpoint: string, operation: string, input: object): Promise<Reply> {
  const scope = `local/20260101/${place.region}/dynamodb/aws4_request`;
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    'x-amz-date': '20260101T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
  };
  const unreachable = (error: unknown): never => {
    throw new Error(`No DynamoDB answers at ${endpoint}: ${messageOf(error)}`);
  };
  const response = await post(endpoint, headers, JSON.stringify(input)).catch(unreachable);
  const result: unknown = await json(response).catch(unreachable);
  if (!isRecord(result)) return unreachable(new Error(`it answered ${response.statusCode}`));
  if (response.statusCode === 200) return { result };
  const error = String(result.__type).replace(/^.*#/, '');
  return {
    error,
    message: `DynamoDB at ${endpoint} refused ${operation}: ${error}: ${result.message ?? result.Message}`,
  };
}

function post(endpoint: string, headers: Record<string, string>, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(endpoint, { method: 'POST', headers, agent: false }, resolve).on('error', reject).end(body);
  });
}
