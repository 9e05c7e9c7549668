import { randomUUID } from 'node:crypto';
import { startDatabase } from '../../../../lib/local/database/database';
import { callDynamoDb, createTables, deleteTables } from '../../../../lib/local/database/tables';
import { openStream } from '../../../../lib/local/streams/stream';
import { readTemplate } from '../../../../lib/local/template/template';
import { writeAssembly } from '../write-assembly';

// With DYNAMODB_ENDPOINT, the tests ask that database. DynamoDB Local 2.6.1 passes them, and differs from nothing here.
const isEmbedded = process.env.DYNAMODB_ENDPOINT === undefined;
let database: Awaited<ReturnType<typeof startDatabase>>;
beforeAll(async () => {
  database = await startDatabase(process.env);
});
afterAll(() => database.close());

const { tables: made } = readTemplate(writeAssembly({ functions: {} }));
const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
const item = (n: string, sk = 'a') => ({ pk: { S: 'A' }, sk: { S: sk }, n: { N: n } });

/** Makes a table with a stream, and reads its records. */
const makeTable = async (hasStream = true) => {
  const TableName = `Table-${randomUUID()}`;
  const tables = made.map((table) => ({ ...table, TableName, ...(hasStream && { StreamSpecification }) }));
  const { endpoint } = database;
  await createTables(endpoint, tables);
  const call = (operation: string, input: object) => callDynamoDb(endpoint, operation, { TableName, ...input });
  const stream = openStream(endpoint, TableName);
  const read = async (after?: string) => {
    const [shard, ...others] = await stream.listShards();
    expect(others).toEqual([]);
    return stream.read(shard?.id ?? '', after);
  };
  const shown = async (after?: string) =>
    (await read(after)).records.map(({ eventName, dynamodb: { Keys, OldImage, NewImage } }) => ({
      eventName,
      Keys,
      OldImage,
      NewImage,
    }));
  return { TableName, tables, call, read, shown, endpoint };
};

const keys = { pk: { S: 'A' }, sk: { S: 'a' } };
const inserted = { eventName: 'INSERT', Keys: keys, OldImage: undefined, NewImage: item('1') };

describe('the stream of the database', () => {
  test('has each write with the item before and after, in their order, and those of a transaction', async () => {
    const { TableName, call, shown } = await makeTable();
    await call('PutItem', { Item: item('1') });
    const UpdateExpression = 'SET n = :n';
    await call('UpdateItem', { Key: keys, UpdateExpression, ExpressionAttributeValues: { ':n': { N: '2' } } });
    const TransactItems = [{ Delete: { TableName, Key: keys } }, { Put: { TableName, Item: item('3', 'b') } }];
    await call('TransactWriteItems', { TransactItems });
    const [first, second, ...others] = await shown();
    expect([first, second]).toEqual([
      inserted,
      { eventName: 'MODIFY', Keys: keys, OldImage: item('1'), NewImage: item('2') },
    ]);
    expect(others).toHaveLength(2);
    expect(others).toEqual(
      expect.arrayContaining([
        { eventName: 'REMOVE', Keys: keys, OldImage: item('2'), NewImage: undefined },
        { eventName: 'INSERT', Keys: { ...keys, sk: { S: 'b' } }, OldImage: undefined, NewImage: item('3', 'b') },
      ]),
    );
  });

  test('has nothing of a write that is refused, nor of one of a cancelled transaction', async () => {
    const { TableName, call, shown } = await makeTable();
    const ConditionExpression = 'attribute_exists(pk)';
    const refused = call('PutItem', { Item: item('1'), ConditionExpression });
    await expect(refused).rejects.toThrow('ConditionalCheckFailed');
    const Put = { TableName, Item: item('1', 'b') };
    const TransactItems = [{ Put }, { Put: { ...Put, Item: item('1'), ConditionExpression } }];
    await expect(call('TransactWriteItems', { TransactItems })).rejects.toThrow('TransactionCanceled');
    await call('DeleteItem', { Key: keys });
    expect(await shown()).toEqual([]);
  });

  test('goes on behind a number, and stays open', async () => {
    const { call, read } = await makeTable();
    for (const n of ['1', '2', '3']) await call('PutItem', { Item: item(n) });
    const { records, isClosed } = await read();
    const [, second] = records;
    const { records: rest } = await read(second?.dynamodb.SequenceNumber);
    expect([rest, isClosed]).toEqual([records.slice(2), false]);
    // The reactions count ages by this.
    expect(second?.dynamodb.ApproximateCreationDateTime).toBeGreaterThan(Date.now() / 1000 - 90);
  });

  test('begins when the table gets it', async () => {
    const { tables, call, shown, endpoint } = await makeTable(false);
    await call('PutItem', { Item: item('0', 'b') });
    await createTables(
      endpoint,
      tables.map((table) => ({ ...table, StreamSpecification })),
    );
    await call('PutItem', { Item: item('1') });
    expect(await shown()).toEqual([inserted]);
  });

  // DynamoDB writes no record for a write that changes nothing, as its guide says (Streams.html). The kit compares revisions.
  test(`has ${isEmbedded ? 'a' : 'no'} record of a write that changes nothing`, async () => {
    const { call, shown } = await makeTable();
    for (const n of ['1', '1']) await call('PutItem', { Item: item(n) });
    expect(await shown()).toHaveLength(isEmbedded ? 2 : 1);
  });

  // A table of DynamoDB has a new stream. The runner goes on behind the last number, which the shard's name leads to.
  test(`${isEmbedded ? 'goes on' : 'begins anew'} with a table that is made anew`, async () => {
    const { tables, call, read, endpoint } = await makeTable();
    await call('PutItem', { Item: item('1') });
    await deleteTables(endpoint, tables);
    await createTables(endpoint, tables);
    await call('PutItem', { Item: item('2') });
    expect((await read()).records).toHaveLength(isEmbedded ? 2 : 1);
  });
});
