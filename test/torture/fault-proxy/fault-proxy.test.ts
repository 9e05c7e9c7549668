import http from 'node:http';
import { useAwakeTimers } from '../../support/awake';
import { headersOf } from '../scan';
import { TableName, useProxiedTable } from './proxied-table';

useAwakeTimers();

const { call, proxy, put, restartProxy, storedValue } = useProxiedTable();

test('the fault proxy forwards every call while the rate is 0', async () => {
  expect(await put(-1)).toEqual({ status: 200, text: '{}' });
  expect(await storedValue()).toBe(-1);
  expect(new Set(Object.values(proxy().injected()))).toEqual(new Set([0]));
});

test('the fault proxy does not apply a call whose client has closed the connection', async () => {
  expect(await put(-2)).toMatchObject({ status: 200 });
  const body = JSON.stringify({ TableName, Item: { pk: { S: 'one' }, value: { N: '0' } } });
  const request = http.request(proxy().url, { method: 'POST', headers: headersOf('PutItem') });
  request.on('error', () => {});
  request.end(body, () => request.socket?.destroySoon());
  await new Promise((resolve) => request.once('close', resolve));
  expect(await call('GetItem', { TableName, Key: { pk: { S: 'one' } } })).toMatchObject({ status: 200 });
  expect(await storedValue()).toBe(-2);
});

test('the fault proxy fails calls at its rate, and injects the same faults again with the same seed', async () => {
  const play = async () => {
    proxy().setRate(0.3);
    for (let value = 0; value < 200; value++) await put(value);
    return proxy().injected();
  };
  const counts = await play();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(40);
  expect(total).toBeLessThan(80);
  await restartProxy();
  expect(await play()).toEqual(counts);
});
