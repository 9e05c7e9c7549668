import { useAwakeTimers } from '../../support/awake';
import type { FaultKind } from './fault-kinds';
import { TableName, useProxiedTable } from './proxied-table';

useAwakeTimers();

const { call, proxy, put, restartProxy, stored, storedValue } = useProxiedTable();

const kinds = () => Object.keys(proxy().injected()) as FaultKind[];

/** The kinds of faults that a call outside a transaction can get. */
const kindsOfPut = () => kinds().filter((kind) => kind !== 'throttleItem');

/** Puts one value after the other until every kind of fault was injected. Returns the outcome of each kind. */
const collectOutcomes = async () => {
  const outcomes = new Map<FaultKind, Awaited<ReturnType<typeof call>> & { isApplied: boolean }>();
  for (let value = 0; outcomes.size < kindsOfPut().length; value++) {
    const before = proxy().injected();
    const outcome = await put(value);
    const after = proxy().injected();
    const [kind, ...others] = kinds().filter((each) => after[each] > before[each]);
    expect(others).toEqual([]);
    if (kind) outcomes.set(kind, { ...outcome, isApplied: (await storedValue()) === value });
  }
  return Object.fromEntries(outcomes);
};

test('every kind of fault fails a call, before DynamoDB applies it or after', async () => {
  proxy().setRate(1);
  const named = (name: string) => expect.stringContaining(`com.amazonaws.dynamodb.v20120810#${name}`);
  expect(await collectOutcomes()).toEqual({
    throttle: {
      status: 400,
      text: expect.stringMatching(/#(Throttling|ProvisionedThroughputExceeded)Exception"/),
      isApplied: false,
    },
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
  ['conflict', ['TransactionConflict']],
  ['throttleItem', ['ProvisionedThroughputExceeded', 'ThrottlingError']],
] as const)('the fault %s cancels a transaction because of one item', async (kind, codes) => {
  proxy().setRate(1);
  const Update = { TableName, Key: { pk: { S: 'two' } } };
  const seen = new Set<string>();
  while (seen.size < codes.length) {
    const before = proxy().injected()[kind];
    const { text } = await call('TransactWriteItems', { TransactItems: [{ Update }, { Update }] });
    if (proxy().injected()[kind] === before) continue;
    const { __type: type, CancellationReasons: reasons } = JSON.parse(text);
    expect(type).toBe('com.amazonaws.dynamodb.v20120810#TransactionCanceledException');
    const [none, code] = reasons.map(({ Code }: { Code: string }) => Code).sort();
    expect(none).toBe('None');
    seen.add(code);
  }
  expect([...seen].sort()).toEqual(codes);
});

test('a proxy with the option only injects no other kind of fault', async () => {
  await restartProxy(['throttleItem']);
  proxy().setRate(1);
  expect(await put(-3)).toEqual({ status: 200, text: '{}' });
  const Put = { TableName, Item: { pk: { S: 'three' } } };
  await call('TransactWriteItems', { TransactItems: [{ Put }] });
  expect(proxy().injected()).toMatchObject({ throttle: 0, throttleItem: 1 });
  expect(await stored('three')).toBeUndefined();
});
