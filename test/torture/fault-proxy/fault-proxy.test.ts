import http from 'node:http';
import { createTables, headersOf } from '../../../lib/local/database/tables';
import { useAwakeTimers } from '../../support/awake';
import { startOwnDatabase } from '../../support/own-database';
import { scan } from '../scan';
import { type FaultKind, kinds } from './fault-kinds';
import { startFaultProxy } from './fault-proxy';

useAwakeTimers();

const CLIENT_TIMEOUT_MS = 300;
const TableName = 'things';

let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;

const startProxy = async (only?: readonly FaultKind[]) => {
  proxy = await startFaultProxy({ endpoint: database.endpoint, seed: 1, only });
};

beforeAll(async () => {
  database = await startOwnDatabase();
  const KeySchema = [{ AttributeName: 'pk', KeyType: 'HASH' as const }];
  const AttributeDefinitions = [{ AttributeName: 'pk', AttributeType: 'S' as const }];
  await createTables(database.endpoint, [{ TableName, KeySchema, AttributeDefinitions }]);
});
afterAll(() => database.close());
beforeEach(() => startProxy());
afterEach(() => proxy.close());

/** Sends a call through the proxy. Returns what a client sees that waits for 300 ms. */
const call = async (operation: string, input: object) => {
  const abort = new AbortController();
  const { signal } = abort;
  const timer = setTimeout(() => abort.abort(), CLIENT_TIMEOUT_MS);
  const body = JSON.stringify(input);
  try {
    const response = await fetch(proxy.url, { method: 'POST', headers: headersOf(operation), body, signal });
    return { status: response.status, text: await response.text().catch(() => 'cut') };
  } catch {
    return { status: signal.aborted ? 'timeout' : 'reset', text: '' };
  } finally {
    clearTimeout(timer);
  }
};

/** Stores a value in the item `one`. The stored value shows which call was applied last. */
const put = (value: number) => call('PutItem', { TableName, Item: { pk: { S: 'one' }, value: { N: String(value) } } });

/** Reads the value of a stored item directly from the database. */
const stored = async (pk = 'one') => (await scan(database.endpoint, TableName)).find((item) => item.pk === pk)?.value;

test('the fault proxy does not apply a call whose client has closed the connection', async () => {
  expect(await put(-2)).toEqual({ status: 200, text: '{}' });
  const body = JSON.stringify({ TableName, Item: { pk: { S: 'one' }, value: { N: '0' } } });
  const request = http.request(proxy.url, { method: 'POST', headers: headersOf('PutItem') });
  request.on('error', () => {});
  request.end(body, () => request.socket?.destroySoon());
  await new Promise((resolve) => request.once('close', resolve));
  expect(await call('GetItem', { TableName, Key: { pk: { S: 'one' } } })).toMatchObject({ status: 200 });
  expect([await stored(), proxy.total()]).toEqual([-2, 0]);
});

test('the fault proxy fails calls at its rate, and injects the same faults again with the same seed', async () => {
  const play = async () => {
    proxy.setRate(0.3);
    for (let value = 0; value < 200; value++) await put(value);
    return proxy.injected();
  };
  const counts = await play();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(40);
  expect(total).toBeLessThan(80);
  await proxy.close();
  await startProxy();
  expect(await play()).toEqual(counts);
});

/** The kinds of faults that a call outside a transaction or batch can get. */
const kindsOfPut = kinds.filter((kind) => !/^throttle./.test(kind));

/** Puts one value after the other until every kind of fault was injected. Returns the outcome of each kind. */
const collectOutcomes = async () => {
  const outcomes = new Map<FaultKind, Awaited<ReturnType<typeof call>> & { isApplied: boolean }>();
  for (let value = 0; outcomes.size < kindsOfPut.length; value++) {
    const before = proxy.injected();
    const outcome = await put(value);
    const after = proxy.injected();
    const [kind, ...others] = kinds.filter((each) => after[each] > before[each]);
    expect(others).toEqual([]);
    if (kind) outcomes.set(kind, { ...outcome, isApplied: (await stored()) === value });
  }
  return Object.fromEntries(outcomes);
};

test('every kind of fault fails a call, before DynamoDB applies it or after', async () => {
  proxy.setRate(1);
  const throttled = expect.stringMatching(/#(Throttling|ProvisionedThroughputExceeded)Exception"/);
  const named = (name: string) => expect.stringContaining(`com.amazonaws.dynamodb.v20120810#${name}`);
  expect(await collectOutcomes()).toEqual({
    throttle: { status: 400, text: throttled, isApplied: false },
    failBefore: { status: 500, text: named('InternalServerError'), isApplied: false },
    failAfter: { status: 500, text: named('InternalServerError'), isApplied: true },
    resetBefore: { status: 'reset', text: '', isApplied: false },
    resetAfter: { status: 'reset', text: '', isApplied: true },
    stallBefore: { status: 'timeout', text: '', isApplied: false },
    stallAfter: { status: 'timeout', text: '', isApplied: true },
    cut: { status: 200, text: 'cut', isApplied: true },
    garble: { status: 200, text: expect.stringMatching(/^(<html>.*|{}|)$/), isApplied: true },
    conflict: { status: 400, text: named('TransactionConflictException'), isApplied: false },
  });
});

test.each([
  ['conflict', ['TransactionConflict'], 400],
  ['throttleItem', ['ProvisionedThroughputExceeded', 'ThrottlingError'], 200],
] as const)('the fault %s cancels a transaction because of one item', async (kind, codes, putStatus) => {
  await proxy.close();
  await startProxy([kind]);
  proxy.setRate(1);
  // A single write can have a conflict, but none of several items can be throttled.
  expect(await put(-3)).toMatchObject({ status: putStatus });
  const Put = { TableName, Item: { pk: { S: 'two' }, value: { N: '2' } } };
  const seen = new Set<string>();
  while (seen.size < codes.length) {
    const { text } = await call('TransactWriteItems', { TransactItems: [{ Put }, { Put }] });
    const { __type: type, CancellationReasons: reasons } = JSON.parse(text);
    expect(type).toBe('com.amazonaws.dynamodb.v20120810#TransactionCanceledException');
    const [none, code] = reasons.map(({ Code }: { Code: string }) => Code).sort();
    expect(none).toBe('None');
    seen.add(code);
  }
  expect([...seen].sort()).toEqual(codes);
  expect(await stored('two')).toBeUndefined();
});
