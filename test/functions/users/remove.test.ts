import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/remove';
import { cancelled, failedOn, throttled } from '../../support/dynamodb/errors';
import { eventOf, invoke } from '../../support/event';
import { mockTable, storedPost, storedUser } from '../../support/table';

const table = mockTable();
const removeUser = (query = '') => invoke(handler, eventOf(`DELETE /api/v1/users/${storedUser.sk}`, { query }));

test('DELETE /api/v1/users/{id} deletes the user without posts, and releases the address', async () => {
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(TransactWriteCommand).resolves({});
  expect((await removeUser()).status).toBe(204);
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  const ConditionExpression = expect.stringMatching(
    /^#rev = :revIs AND .*attribute_not_exists\(postCount\) OR postCount = :none/,
  );
  expect(TransactItems).toMatchObject([
    { Delete: { Key: { pk: 'USER', sk: storedUser.sk }, ConditionExpression } },
    { Delete: { Key: { sk: 'EMAIL' }, ConditionExpression: '#ownerId = :ownerIdIs' } },
  ]);
});

test('DELETE /api/v1/users/{id} answers 409 when the first post came meanwhile', async () => {
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(TransactWriteCommand).rejects(cancelled(failedOn({ ...storedUser, postCount: 1 }), 'None'));
  const { status, headers, body } = await removeUser();
  expect([status, body.code]).toEqual([409, 'user-has-posts']);
  expect(headers?.link).toBe(`</posts?userId=${storedUser.sk}>; rel="related"`);
});

test('DELETE /api/v1/users/{id}?force=true closes the user, deletes the posts, and the user last', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { ...storedUser, postCount: 1 } });
  table.on(QueryCommand).resolves({ Items: [storedPost] });
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(TransactWriteCommand).resolves({});
  expect((await removeUser('force=true')).status).toBe(204);
  const [posts, user] = table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input.TransactItems);
  expect(posts).toMatchObject([
    { Update: { UpdateExpression: 'ADD postCount :by', ExpressionAttributeValues: { ':by': -1 } } },
    { Delete: { Key: { pk: 'POST', sk: storedPost.sk } } },
  ]);
  expect(user?.[0]).toMatchObject({ Delete: { Key: { pk: 'USER', sk: storedUser.sk } } });
});

test.each([
  ['404 when the user does not exist', { Item: undefined }, [404, 'not-found']],
  ['409 when the user has posts', { Item: { ...storedUser, postCount: 2 } }, [409, 'user-has-posts']],
])('DELETE /api/v1/users/{id} answers %s', async (_, reply, expected) => {
  table.on(GetCommand).resolves(reply);
  const { status, body } = await removeUser();
  expect([status, body.code]).toEqual(expected);
});

test('DELETE /api/v1/users/{id} answers 503 when DynamoDB throttles', async () => {
  table.on(GetCommand).rejects(throttled());
  expect((await removeUser()).status).toBe(503);
});
