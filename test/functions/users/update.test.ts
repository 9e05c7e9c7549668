import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/update';
import { cancelled, conditionFailed, failedOn, throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable, otherUser, storedUser, userBody } from '../../support/unit/table';

const table = mockTable();
const updateUser = (body: object) => invoke(handler, eventOf(`PATCH /api/v1/users/${storedUser.sk}`, { body }));

test('PATCH /api/v1/users/{id} changes the name in one write', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { ...storedUser, name: 'Anna' } });
  const { status, body } = await updateUser({ name: 'Anna' });
  expect([status, body]).toEqual([200, { ...userBody, name: 'Anna' }]);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    Key: { pk: 'USER', sk: storedUser.sk },
    ConditionExpression: '#updatedAt < :updatedAt AND (#name <> :Isname)',
  });
});

test('PATCH /api/v1/users/{id} reserves a new address and releases the old one with the change', async () => {
  table.on(UpdateCommand).rejects(conditionFailed(storedUser));
  table.on(TransactWriteCommand).resolves({});
  expect((await updateUser({ email: 'anna@example.com' })).body.email).toBe('anna@example.com');
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  expect(TransactItems).toMatchObject([
    { Update: { ConditionExpression: '#rev = :Isrev', ExpressionAttributeValues: { ':Isrev': 'rev-of-user' } } },
    { Put: { Item: { sk: 'EMAIL', ownerId: storedUser.sk }, ConditionExpression: 'attribute_not_exists(pk)' } },
    { Delete: { ConditionExpression: '#ownerId = :IsownerId' } },
  ]);
});

test('PATCH /api/v1/users/{id} answers 409 when another user has the new address', async () => {
  table.on(UpdateCommand).rejects(conditionFailed(storedUser));
  table.on(TransactWriteCommand).rejects(cancelled('None', failedOn({ ownerId: otherUser.sk }), 'None'));
  const { status, body } = await updateUser({ email: otherUser.email });
  expect([status, body.code]).toEqual([409, 'email-taken']);
});

test.each([
  ['404 when the user does not exist', conditionFailed(), [404, 'not-found']],
  ['503 when DynamoDB throttles', throttled(), [503, 'unavailable']],
])('PATCH /api/v1/users/{id} answers %s', async (_, error, expected) => {
  table.on(UpdateCommand).rejects(error);
  const { status, body } = await updateUser({ name: 'Anna' });
  expect([status, body.code]).toEqual(expected);
});
