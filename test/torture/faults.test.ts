import http from 'node:http';
import { createTables } from '../../lib/local/database/tables';
import { useAwakeTimers } from '../support/awake';
import { startOwnDatabase } from '../support/own-database';
import type { FaultKind } from './fault-kinds';
import { startFaults } from './faults';
import { headersOf, scan } from './scan';

useAwakeTimers();

const TableName = 'things';
const table = {
  name: TableName,
  keys: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  attributes: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  indexes: [],
};

let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let faults: Awaited<ReturnType<typeof startFaults>>;

beforeAll(async () => {
  database = await startOwnDatabase();
  await createTables(database.endpoint, [table]);
});
afterAll(() => database.close());
beforeEach(async () => {
  faults = await startFaults({ endpoint: database.endpoint, seed: 1 });
});
afterEach(() => faults.close());

/** What a client sees that waits for 300 ms. */
const call = async (operation: string, input: object) => {
  const abort = new AbortController();
  const { signal } = abort;
  const timer = setTimeout(() => abort.abort(), 300);
  const body = JSON.stringify(input);
  try {
    const response = await fetch(faults.url, { method: 'POST', headers: headersOf(operation), body, signal });
    return { status: response.status, text: await response.text().catch(() => 'cut') };
  } catch {
    return { status: signal.aborted ? 'silence' : 'reset', text: '' };
  } finally {
    clearTimeout(timer);
  }
};

/** One item takes the value of every call that is applied, so that it tells which was the last. */
const put = (value: number) => call('PutItem', { TableName, Item: { pk: { S: 'one' }, value: { N: String(value) } } });
const stored = async () => (await scan(database.endpoint, TableName)).find(({ pk }) => pk === 'one')?.value;

const kinds = () => Object.keys(faults.injected()) as FaultKind[];

/** The faults of a call that is no transaction. */
const ofPut = () => kinds().filter((kind) => kind !== 'throttleItem');

/** Puts one value after the other until every kind of fault has been seen. */
const untilAll = async () => {
  const seen = new Map<FaultKind, Awaited<ReturnType<typeof call>> & { isApplied: boolean }>();
  for (let value = 0; seen.size < ofPut().length; value++) {
    const before = faults.injected();
    const answer = await put(value);
    const after = faults.injected();
    const [kind, ...others] = kinds().filter((each) => after[each] > before[each]);
    expect(others).toEqual([]);
    if (kind) seen.set(kind, { ...answer, isApplied: (await stored()) === value });
  }
  return Object.fromEntries(seen);
};

test('passes everything on while the rate is 0', async () => {
  expect(await put(-1)).toEqual({ status: 200, text: '{}' });
  expect(await stored()).toBe(-1);
  expect(Object.values(faults.injected())).toEqual(kinds().map(() => 0));
});

test('fails in every way, before DynamoDB or after it', async () => {
  faults.setRate(1);
  const named = (name: string) => expect.stringContaining(`com.amazonaws.dynamodb.v20120810#${name}`);
  expect(await untilAll()).toEqual({
    throttle: {
      status: 400,
      text: expect.stringMatching(/#(Throttling|ProvisionedThroughputExceeded)Exception"/),
      isApplied: false,
    },
    failBefore: { status: 500, text: named('InternalServerError'), isApplied: false },
    failAfter: { status: 500, text: named('InternalServerError'), isApplied: true },
    resetBefore: { status: 'reset', text: '', isApplied: false },
    resetAfter: { status: 'reset', text: '', isApplied: true },
    stallBefore: { status: 'silence', text: '', isApplied: false },
    stallAfter: { status: 'silence', text: '', isApplied: true },
    cut: { status: 200, text: 'cut', isApplied: true },
    garble: { status: 200, text: expect.stringMatching(/^(<html>.*|{}|)$/), isApplied: true },
    conflict: { status: 400, text: named('TransactionConflictException'), isApplied: false },
  });
});

test.each([
  ['conflict', ['TransactionConflict']],
  ['throttleItem', ['ProvisionedThroughputExceeded', 'ThrottlingError']],
] as const)('cancels a transaction because of one of its items: %s', async (kind, codes) => {
  faults.setRate(1);
  const Update = { TableName, Key: { pk: { S: 'two' } } };
  const seen = new Set<string>();
  while (seen.size < codes.length) {
    const before = faults.injected()[kind];
    const { text } = await call('TransactWriteItems', { TransactItems: [{ Update }, { Update }] });
    if (faults.injected()[kind] === before) continue;
    const { __type: type, CancellationReasons: reasons } = JSON.parse(text);
    expect(type).toBe('com.amazonaws.dynamodb.v20120810#TransactionCanceledException');
    const [none, code] = reasons.map(({ Code }: { Code: string }) => Code).sort();
    expect(none).toBe('None');
    seen.add(code);
  }
  expect([...seen].sort()).toEqual(codes);
});

test('lets only the faults happen that it is told', async () => {
  await faults.close();
  faults = await startFaults({ endpoint: database.endpoint, seed: 1, only: ['throttleItem'] });
  faults.setRate(1);
  expect(await put(-3)).toEqual({ status: 200, text: '{}' });
  const Put = { TableName, Item: { pk: { S: 'three' } } };
  await call('TransactWriteItems', { TransactItems: [{ Put }] });
  expect(faults.injected()).toMatchObject({ throttle: 0, throttleItem: 1 });
  expect((await scan(database.endpoint, TableName)).find(({ pk }) => pk === 'three')).toBeUndefined();
});

test('applies nothing for a client who went away before it was read', async () => {
  expect(await put(-2)).toMatchObject({ status: 200 });
  const body = JSON.stringify({ TableName, Item: { pk: { S: 'one' }, value: { N: '0' } } });
  const request = http.request(faults.url, { method: 'POST', headers: headersOf('PutItem') });
  request.on('error', () => {});
  request.end(body, () => request.socket?.destroySoon());
  await new Promise((resolve) => request.once('close', resolve));
  expect(await call('GetItem', { TableName, Key: { pk: { S: 'one' } } })).toMatchObject({ status: 200 });
  expect(await stored()).toBe(-2);
});

test('fails as often as its rate says, and the same again with the same seed', async () => {
  const play = async () => {
    faults.setRate(0.3);
    for (let value = 0; value < 200; value++) await put(value);
    return faults.injected();
  };
  const counts = await play();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(40);
  expect(total).toBeLessThan(80);
  await faults.close();
  faults = await startFaults({ endpoint: database.endpoint, seed: 1 });
  expect(await play()).toEqual(counts);
});
