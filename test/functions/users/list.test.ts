import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/list';
import { eventOf, invoke } from '../../support/unit/event';
import { idOf, mockTable } from '../../support/unit/table';
import { storedUser, userBody } from './stored';

const table = mockTable();
const listUsers = (query = '') => invoke(handler, eventOf('GET /api/v1/users', { query }));

test('GET /api/v1/users skips and logs a malformed item', async () => {
  const malformed = { ...storedUser, sk: idOf(2), name: 7 };
  table.on(QueryCommand).resolves({ Items: [storedUser, malformed] });
  const { status, body } = await listUsers();
  expect([status, body]).toEqual([200, [userBody]]);
  expect(table.logged()).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'skipped a malformed item', sk: malformed.sk }),
  );
});

describe('GET /api/v1/users?email=', () => {
  const find = () => listUsers('email=ann@example.com');

  test('reads the item that reserves the address, and then its user', async () => {
    table
      .on(GetCommand)
      .resolvesOnce({ Item: { ownerId: storedUser.sk } })
      .resolves({ Item: storedUser });
    expect((await find()).body).toEqual([userBody]);
    const [address, user] = table.commandCalls(GetCommand).map(({ args: [{ input }] }) => input);
    expect(address).toMatchObject({ Key: { sk: 'EMAIL' }, ConsistentRead: true });
    expect(user).toMatchObject({ Key: { pk: 'USER', sk: storedUser.sk }, ConsistentRead: true });
  });

  test.each([
    ['the item of the address names no user', {}, undefined],
    ['the user is gone', { ownerId: storedUser.sk }, undefined],
    ['the user is malformed', { ownerId: storedUser.sk }, { ...storedUser, name: 7 }],
    ['the user has another address by now', { ownerId: storedUser.sk }, { ...storedUser, email: 'new@example.com' }],
  ])('answers an empty list when %s', async (_, address, user) => {
    table.on(GetCommand).resolvesOnce({ Item: address }).resolves({ Item: user });
    expect((await find()).body).toEqual([]);
  });
});
