import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { cancelled } from '../../support/dynamodb/commands';
import { users } from '../../support/resources';
import { idOf, mockTable, storedUser } from '../../support/table';
import { skipPauses } from '../../support/time';

const table = mockTable();

/** Sizes of the transactions: one write for the count and one for each post, and last the user with the claim. */
const sizes = () =>
  table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input.TransactItems?.length);
const store = (posts: number) => {
  const stored = Array.from({ length: posts }, (_, number) => ({
    pk: 'POST',
    sk: idOf(number),
    userId: storedUser.sk,
  }));
  table.on(QueryCommand).callsFake(({ Limit, ExpressionAttributeValues: { ':after': after = '' } }) => {
    const Items = stored.filter(({ sk }) => sk > after).slice(0, Limit);
    return { Items, LastEvaluatedKey: Items.length === Limit ? { pk: 'POST' } : undefined };
  });
};

describe('a deletion of the posts of a user', () => {
  beforeEach(() => {
    table.on(UpdateCommand).resolves({ Attributes: { ...storedUser, postCount: 1 } });
    table.on(GetCommand).resolves({ Item: storedUser });
    table.on(TransactWriteCommand).resolves({});
  });

  test('deletes at most 99 posts in a transaction, and continues behind the last', async () => {
    store(130);
    expect((await users.ask('remove', { query: 'force=true' })).status).toBe(204);
    expect(sizes()).toEqual([100, 32, 2]);
    const [, second] = table.commandCalls(QueryCommand);
    expect(second?.args[0].input.ExpressionAttributeValues).toMatchObject({ ':after': idOf(98) });
  });

  test('halves a batch that is throttled down to one post, and keeps the size', async () => {
    skipPauses();
    store(5);
    const throttled = (...others: string[]) => cancelled('ThrottlingError', ...others);
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', 'None', 'ProvisionedThroughputExceeded', 'None', 'None', 'None'))
      .rejectsOnce(throttled('None', 'None'))
      .rejectsOnce(throttled('None'))
      .resolves({});
    expect((await users.ask('remove', { query: 'force=true' })).status).toBe(204);
    // All five posts, two, one, the same post again, and then one after the other.
    expect(sizes()).toEqual([6, 3, 2, 2, 2, 2, 2, 2, 2]);
  });
});
