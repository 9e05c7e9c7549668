import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/replace';
import { cancelled, conditionFailed, failedOn, throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable, otherUser, storedUser, userBody } from '../../support/unit/table';

const table = mockTable();
const replaceUser = (headers = {}) => {
  const body = { name: 'Anna', email: storedUser.email };
  return invoke(handler, eventOf(`PUT /api/v1/users/${storedUser.sk}`, { body, headers }));
};
const absent = { 'if-none-match': '*' };

test('PUT /api/v1/users/{id} replaces the user in one write when the address stays', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { ...storedUser, name: 'Anna' } });
  const { status, body } = await replaceUser();
  expect([status, body]).toEqual([200, { ...userBody, name: 'Anna' }]);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    Key: { pk: 'USER', sk: storedUser.sk },
    UpdateExpression: 'SET #name = :name, #email = :email, #rev = :rev, #updatedAt = :updatedAt',
    ConditionExpression: '#updatedAt < :updatedAt AND #email = :Isemail',
  });
});

test('PUT /api/v1/users/{id} with If-None-Match: * creates the user', async () => {
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await replaceUser(absent);
  expect([status, body.id]).toEqual([201, storedUser.sk]);
});

test.each([
  [
    '409 when another user has the address',
    cancelled('None', failedOn({ ownerId: otherUser.sk })),
    [409, 'email-taken'],
  ],
  ['412 when the user exists', cancelled(failedOn(storedUser), 'None'), [412, 'exists']],
])('PUT /api/v1/users/{id} with If-None-Match: * answers %s', async (_, error, expected) => {
  table.on(TransactWriteCommand).rejects(error);
  const { status, body } = await replaceUser(absent);
  expect([status, body.code]).toEqual(expected);
});

test.each([
  ['404 when the user does not exist', conditionFailed(), [404, 'not-found']],
  ['503 when DynamoDB throttles', throttled(), [503, 'unavailable']],
])('PUT /api/v1/users/{id} answers %s', async (_, error, expected) => {
  table.on(UpdateCommand).rejects(error);
  const { status, body } = await replaceUser();
  expect([status, body.code]).toEqual(expected);
});
