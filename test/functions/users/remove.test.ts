import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/remove';
import { throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable, storedUser } from '../../support/unit/table';

const table = mockTable();
const removeUser = () => invoke(handler, eventOf(`DELETE /api/v1/users/${storedUser.sk}`));

test('DELETE /api/v1/users/{id} deletes the user, and releases the address', async () => {
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(TransactWriteCommand).resolves({});
  expect((await removeUser()).status).toBe(204);
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  // A user who can have children has another condition, too.
  const ConditionExpression = expect.stringMatching(/^#rev = :Isrev( AND|$)/);
  expect(TransactItems).toMatchObject([
    { Delete: { Key: { pk: 'USER', sk: storedUser.sk }, ConditionExpression } },
    { Delete: { Key: { sk: 'EMAIL' }, ConditionExpression: '#ownerId = :IsownerId' } },
  ]);
});

test('DELETE /api/v1/users/{id} answers 404 when the user does not exist', async () => {
  table.on(GetCommand).resolves({ Item: undefined });
  const { status, body } = await removeUser();
  expect([status, body.code]).toEqual([404, 'not-found']);
});

test('DELETE /api/v1/users/{id} answers 503 when DynamoDB throttles', async () => {
  table.on(GetCommand).rejects(throttled());
  expect((await removeUser()).status).toBe(503);
});
