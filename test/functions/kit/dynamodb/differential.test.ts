import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { parse, serialize } from '../../../../functions/kit/dynamodb/lean/serialize';
import { errorOf } from '../../../../functions/kit/model/check';
import { number } from '../../../../functions/kit/model/kinds';
import { startFakeServer } from '../../../support/fake-server';
import { sendByNew, useClients } from './clients';

/* Compares the service's client with the SDK's own: each sends the same requests, and returns the same results. */

const { sendAll, TableName } = useClients();

const putOf = (Item: object, condition = {}) => ({
  TransactItems: [{ Put: { TableName, Item, ...condition } }],
  ClientRequestToken: randomUUID(),
});

test('every command is sent alike, and has the same outcome', async () => {
  const Key = { pk: 'THING', sk: 'one' };
  const Item = { ...Key, note: 'Grüße 😀', list: [1, null, { pk: true }], Item: '' };
  const onTable = { TableName, ReturnConsumedCapacity: 'TOTAL' };
  const exists = { ConditionExpression: 'attribute_exists(pk)' };
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
  const update = {
    UpdateExpression: 'SET note = :note REMOVE #list',
    ExpressionAttributeNames: { '#list': 'list' },
    ExpressionAttributeValues: { ':note': 'New' },
  };
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'THING' }, Limit: 1 };
  const RequestItems = { [TableName]: { Keys: [Key, { pk: 'THING', sk: 'none' }], ConsistentRead: true } };
  const steps: [command: string, input: object, errorName?: string][] = [
    ['TransactWriteCommand', putOf(Item, isNew)],
    ['TransactWriteCommand', putOf(Item, isNew), 'TransactionCanceledException'],
    ['GetCommand', { ...onTable, Key, ConsistentRead: true }],
    ['UpdateCommand', { ...onTable, Key, ...update, ReturnValues: 'ALL_NEW' }],
    ['UpdateCommand', { ...onTable, Key, ...update, ...isNew }, 'ConditionalCheckFailedException'],
    ['QueryCommand', { ...onTable, ...query }],
    ['QueryCommand', { ...onTable, ...query, ExclusiveStartKey: Key }],
    ['BatchGetCommand', { RequestItems, ReturnConsumedCapacity: 'TOTAL' }],
    ['DeleteCommand', { ...onTable, Key, ReturnValues: 'ALL_OLD' }],
    ['DeleteCommand', { ...onTable, Key, ...exists }, 'ConditionalCheckFailedException'],
  ];
  for (const [command, input, errorName] of steps) {
    const [ours, plain, lean] = await sendAll(command, input);
    expect([ours, lean]).toEqual([plain, plain]);
    expect([command, plain?.outcome.name]).toEqual([command, errorName]);
  }
});

test.each<[path: string, fips: string, asked: string | undefined]>([
  ['', 'true', undefined],
  ['/proxy', 'false', '/proxy/'],
  ['/a%20b//c/?d=e', '', '/a%20b//c/'],
])('an endpoint with the path "%s" and FIPS "%s" is asked alike, or refused alike', async (path, fips, asked) => {
  const recorder = await startFakeServer(undefined, () => ({ status: 200, body: {} }));
  const url = `${recorder.url}${path}`;
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_USE_FIPS_ENDPOINT: fips };
  jest.replaceProperty(process, 'env', { ...process.env, ...variables });
  const messages = (await sendByNew()).map(({ message }) => message);
  await recorder.close();
  expect(recorder.requests.map(({ path }) => path)).toEqual(asked ? [asked, asked] : []);
  const ours = `AWS_USE_FIPS_ENDPOINT is true beside the endpoint ${url}; unset it, and give a FIPS endpoint`;
  const sdks = 'Invalid Configuration: FIPS and custom endpoint are not supported';
  expect(messages).toEqual(asked ? [undefined, undefined] : [sdks, ours]);
});

/** Any character but half a surrogate pair. fast-check's unit `binary` takes 0.6 s to make. */
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test('every value is written and read alike, or refused alike', async () => {
  // Leaves out `__proto__`, which the SDK sends malformed and the stand-in drops. No body has it, because bodies are flat.
  const names = fc.string().filter((name) => name !== '__proto__');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: codePoint }),
      fc.double(),
      fc.integer(),
      fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 53, -0, 5e-324, 1e126),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 3 }),
    ),
  }));
  const items = fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), value, { maxKeys: 4 });
  let written = 0;
  const property = fc.asyncProperty(items, async (attributes) => {
    const Key = { pk: 'ANY', sk: 'one' };
    const [ours, plain, lean] = await sendAll('TransactWriteCommand', putOf({ ...attributes, ...Key }));
    expect([ours, lean]).toEqual([plain, plain]);
    if (plain?.outcome.status !== 200) return;
    written++;
    // The SDK's own client reads numbers that JavaScript cannot hold in another form.
    const [oursRead, , leanRead] = await sendAll('GetCommand', { TableName, Key });
    expect(leanRead).toEqual(oursRead);
  });
  await fc.assert(property, { numRuns: 40 });
  expect(written).toBeGreaterThan(5);
});

test('a number that DynamoDB stores comes back from every client as the same double', async () => {
  const isStorable = (value: number) => !errorOf(number(), value);
  const doubles = fc.array(fc.double({ noNaN: true }).filter(isStorable), { minLength: 50, maxLength: 50 });
  const property = fc.asyncProperty(doubles, async (list) => {
    const Key = { pk: 'ANY', sk: 'two' };
    await sendAll('TransactWriteCommand', putOf({ ...Key, list }));
    const [ours, , lean] = await sendAll('GetCommand', { TableName, Key });
    const Item = { ...Key, list: list.map((value) => (value === 0 ? 0 : value)) };
    expect([ours?.outcome, lean?.outcome]).toEqual([
      { status: 200, Item },
      { status: 200, Item },
    ]);
  });
  await fc.assert(property, { numRuns: 4 });
});

/* Differences to the SDK, which the README states. */

test.each<[type: string, input: object]>([
  ['Uint8Array', { Item: { value: new Uint8Array([1]) } }],
  ['Buffer', { Item: { value: [Buffer.from('ab')] } }],
  ['Set', { Item: { value: new Set(['one']) } }],
  ['bigint', { Item: { value: 1n } }],
  ['function', { Item: { value: () => 1 } }],
  ['Map', { Item: new Map([['pk', 'THING']]) }],
])('a value of the type %s is refused', (type, input) => {
  expect(() => serialize(input)).toThrow(`has the type ${type}. Write a string,`);
});

test('an undefined value is left out of an item and of a list', () => {
  const body = serialize({ Item: { list: [undefined, 1], gone: undefined } });
  expect(JSON.parse(body)).toEqual({ Item: { list: { L: [{ N: '1' }] } } });
});

test('sets and large numbers are read, and a binary value is read as base64', () => {
  const sets = { texts: { SS: ['a'] }, numbers: { NS: ['1', '2.5'] }, binaries: { BS: ['YQ=='] } };
  const stored = { ...sets, large: { N: '1e200' }, binary: { B: 'YQ==' } };
  const values = { texts: new Set(['a']), numbers: new Set([1, 2.5]), binaries: new Set(['YQ==']) };
  expect(parse({ Item: stored })).toEqual({ Item: { ...values, large: 1e200, binary: 'YQ==' } });
});

test('a stored value of an unknown type is refused', () => {
  expect(() => parse({ Item: { stored: { X: 1 } } })).toThrow('Unsupported type passed: X');
});
