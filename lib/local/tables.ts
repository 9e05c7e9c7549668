import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  ResourceInUseException,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { messageOf } from './failure';
import { place } from './intrinsics';
import { type LocalTable, shapeOf } from './table';

/** Creates the tables that are not there yet; true when one was. */
export async function createTables(endpoint: string, tables: LocalTable[]): Promise<boolean> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: place.region, credentials });
  try {
    const created = await Promise.all(tables.map((table) => ensureTable(client, endpoint, table)));
    return created.includes(true);
  } finally {
    client.destroy();
  }
}

async function ensureTable(client: DynamoDBClient, endpoint: string, table: LocalTable): Promise<boolean> {
  const found = await existingShape(client, endpoint, table.name);
  const wanted = shapeOf(table);
  if (found === undefined) return createTable(client, table);
  if (found === wanted) return false;
  throw new Error(
    `The local table ${table.name} has ${found} but the template says ${wanted}; start with --reset to delete the local data`,
  );
}

async function createTable(client: DynamoDBClient, { name, keys, attributes, indexes }: LocalTable): Promise<boolean> {
  const command = new CreateTableCommand({
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys,
    AttributeDefinitions: attributes,
    ...(indexes.length > 0 ? { GlobalSecondaryIndexes: indexes } : {}),
  });
  try {
    await client.send(command);
    return true;
  } catch (error) {
    // Another runner on the same DYNAMODB_ENDPOINT was faster.
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
}

async function existingShape(client: DynamoDBClient, endpoint: string, name: string): Promise<string | undefined> {
  try {
    const { Table: table = {} } = await client.send(new DescribeTableCommand({ TableName: name }));
    return shapeOf({
      keys: table.KeySchema ?? [],
      attributes: table.AttributeDefinitions ?? [],
      indexes: table.GlobalSecondaryIndexes ?? [],
    });
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    if (error instanceof DynamoDBServiceException) throw error;
    throw new Error(`No DynamoDB answers at ${endpoint}: ${messageOf(error)}`);
  }
}
