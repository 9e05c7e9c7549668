import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/get';
import { throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable, storedUser, userBody } from '../../support/unit/table';

const table = mockTable();
const getUser = (headers = {}) => invoke(handler, eventOf(`GET /api/v1/users/${storedUser.sk}`, { headers }));

test('GET /api/v1/users/{id} answers the user with the ETag', async () => {
  table.on(GetCommand).resolves({ Item: storedUser });
  const { status, headers, body } = await getUser();
  expect([status, headers?.etag, body]).toEqual([200, '"rev-of-user"', userBody]);
  const input = { TableName: 'table', Key: { pk: 'USER', sk: storedUser.sk }, ConsistentRead: true };
  expect(table.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject(input);
});

test('GET /api/v1/users/{id} answers 304 when the client has this ETag', async () => {
  table.on(GetCommand).resolves({ Item: storedUser });
  const { status, body } = await getUser({ 'if-none-match': '"rev-of-user"' });
  expect([status, body]).toEqual([304, undefined]);
});

test.each([
  ['404 when the user does not exist', undefined, [404, 'not-found']],
  ['500 when the stored item has no name', { ...storedUser, name: undefined }, [500, 'internal']],
])('GET /api/v1/users/{id} answers %s', async (_, Item, expected) => {
  table.on(GetCommand).resolves({ Item });
  const { status, body } = await getUser();
  expect([status, body.code]).toEqual(expected);
});

test('GET /api/v1/users/{id} answers 503 when DynamoDB throttles', async () => {
  table.on(GetCommand).rejects(throttled());
  const { status, body } = await getUser();
  expect([status, body.code]).toEqual([503, 'unavailable']);
});
