import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { cancelled, get } from '../../support/dynamodb/commands';
import { users } from '../../support/resources';
import { invalid, problemOf, stale } from '../../support/responses';
import { mockTable, storedUser } from '../../support/table';

const table = mockTable();

const detail = 'The user still has posts; delete them first, or with the user by ?force=true.';
const link = `</posts?userId=${storedUser.sk}>; rel="related"`;
const hasPosts = problemOf(409, 'user-has-posts', detail, { headers: { link } });

describe('DELETE /api/v1/users/{id} of a user with posts', () => {
  beforeEach(() => {
    table.on(GetCommand).resolves({ Item: { ...storedUser, postCount: 2 } });
  });

  test.each(['', 'force=false'])('answers 409, and links to the posts: %s', async (query) => {
    expect(await users.ask('remove', { query })).toEqual(hasPosts);
    expect(table.sent()).toEqual([get(storedUser)]);
  });

  test('answers 412 when If-Match does not match, before it looks for posts', async () => {
    expect(await users.ask('remove', { headers: { 'if-match': '"old"' } })).toEqual(stale(storedUser.rev));
  });

  test('answers 409 when the first post came meanwhile', async () => {
    table.on(GetCommand).resolves({ Item: storedUser });
    const Item = { ...storedUser, postCount: 1 };
    table.on(TransactWriteCommand).rejects(cancelled({ Code: 'ConditionalCheckFailed', Item }, 'None'));
    expect(await users.ask('remove')).toEqual(hasPosts);
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(1);
    expect(table.commandCalls(UpdateCommand)).toEqual([]);
  });

  test.each(['yes', '1', 'TRUE'])('answers 400 to force=%s', async (force) => {
    const response = await users.ask('remove', { query: `force=${force}` });
    expect(response).toEqual(invalid('query', { parameter: 'force', detail: 'must be true or false' }));
    expect(table.sent()).toEqual([]);
  });
});
