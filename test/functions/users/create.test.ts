import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/create';
import { cancelled, failedOn, throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable, storedUser } from '../../support/unit/table';

const table = mockTable();
const createUser = (headers = {}) =>
  invoke(handler, eventOf('POST /api/v1/users', { body: { name: 'Ann', email: 'ann@example.com' }, headers }));

test('POST /api/v1/users stores the user, and reserves the address in the same transaction', async () => {
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await createUser();
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'Ann', email: 'ann@example.com' });
  const ConditionExpression = 'attribute_not_exists(pk)';
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  expect(TransactItems).toMatchObject([
    { Put: { Item: { pk: 'USER', sk: body.id, name: 'Ann', email: 'ann@example.com' }, ConditionExpression } },
    { Put: { Item: { sk: 'EMAIL', ownerId: body.id }, ConditionExpression } },
  ]);
});

test('POST /api/v1/users answers 409 when another user has the address', async () => {
  table.on(TransactWriteCommand).rejects(cancelled('None', failedOn({ sk: 'EMAIL', ownerId: storedUser.sk })));
  const { status, body } = await createUser();
  expect([status, body.code]).toEqual([409, 'email-taken']);
});

test('POST /api/v1/users answers the first user again to the same Idempotency-Key', async () => {
  table.on(TransactWriteCommand).resolves({});
  const key = { 'idempotency-key': 'k' };
  const first = await createUser(key);
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  table.on(TransactWriteCommand).rejects(cancelled('None', failedOn(TransactItems?.[1]?.Put?.Item), 'None'));
  const second = await createUser(key);
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(second.headers).toMatchObject({ etag: first.headers?.etag, 'idempotency-replayed': 'true' });
});

test('POST /api/v1/users answers 503 when DynamoDB throttles', async () => {
  table.on(TransactWriteCommand).rejects(throttled());
  const { status, body } = await createUser();
  expect([status, body.code]).toEqual([503, 'unavailable']);
});
