import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterLostReply, cancelled, conditionFailed, failedOn, throttled } from '../../support/dynamodb/errors';
import { users } from '../../support/resources';
import { notFound, problemOf, unavailable } from '../../support/responses';
import { idOf, mockTable, storedPost, storedUser } from '../../support/table';
import { skipPauses, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

/** Sizes of the transactions: one write for the count and one for each post, and last the user with the claim. */
const sizes = () =>
  table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input.TransactItems?.length);
const store = (posts: number) => {
  const post = { pk: 'POST', userId: storedUser.sk };
  const stored = Array.from({ length: posts }, (_, number) => ({ ...post, sk: idOf(number) }));
  table.on(QueryCommand).callsFake(({ Limit, ExpressionAttributeValues: { ':low': low } }) => {
    const Items = stored.filter(({ sk }) => sk > low).slice(0, Limit);
    return { Items, LastEvaluatedKey: Items.length === Limit ? { pk: 'POST' } : undefined };
  });
};

const remove = (parts = {}) => users.ask('remove', { query: 'force=true', ...parts });

test('DELETE /api/v1/users/{id} answers 409 when the first post came meanwhile', async () => {
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(TransactWriteCommand).rejects(cancelled(failedOn({ ...storedUser, postCount: 1 }), 'None'));
  const { status, headers, body } = await users.ask('remove');
  expect([status, body.code]).toEqual([409, 'user-has-posts']);
  expect(headers?.link).toBe(`</posts?userId=${storedUser.sk}>; rel="related"`);
  const ConditionExpression = '#rev = :revIs AND (attribute_not_exists(postCount) OR postCount = :none)';
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  expect(TransactItems?.[0]).toMatchObject({ Delete: { ConditionExpression } });
});

test('DELETE /api/v1/users/{id}?force=true closes the user, deletes the posts, and the user last', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { ...storedUser, postCount: 1 } });
  table.on(QueryCommand).resolves({ Items: [storedPost] });
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(TransactWriteCommand).resolves({});
  expect((await remove()).status).toBe(204);
  const [posts, user] = table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input.TransactItems);
  expect(posts).toMatchObject([
    { Update: { UpdateExpression: 'ADD postCount :by', ExpressionAttributeValues: { ':by': -1 } } },
    { Delete: { Key: { pk: 'POST', sk: storedPost.sk } } },
  ]);
  expect(user?.[0]).toMatchObject({ Delete: { Key: { pk: 'USER', sk: storedUser.sk } } });
});

test('DELETE /api/v1/users/{id} answers 409 when the user has posts', async () => {
  table.on(GetCommand).resolves({ Item: { ...storedUser, postCount: 2 } });
  const { status, body } = await users.ask('remove');
  expect([status, body.code]).toEqual([409, 'user-has-posts']);
});

describe('a deletion of the posts of a user', () => {
  beforeEach(() => {
    table.on(UpdateCommand).resolves({ Attributes: { ...storedUser, postCount: 1 } });
    table.on(GetCommand).resolves({ Item: storedUser });
    table.on(TransactWriteCommand).resolves({});
  });

  test('deletes at most 99 posts in a transaction, and continues behind the last', async () => {
    store(130);
    expect((await remove()).status).toBe(204);
    expect(sizes()).toEqual([100, 32, 2]);
    const [closing] = table.commandCalls(UpdateCommand);
    expect(closing?.args[0].input.ExpressionAttributeValues).toMatchObject({
      ':closedUntil': '2026-11-20T00:05:00.000Z',
    });
    const [, second] = table.commandCalls(QueryCommand);
    expect(second?.args[0].input.ExpressionAttributeValues).toMatchObject({ ':low': `${idOf(98)}~` });
  });

  test.each([
    ['of one partition', cancelled('None', 'None', 'ProvisionedThroughputExceeded', 'None', 'None', 'None')],
    ['of all calls', throttled()],
  ])('halves a batch down to one post after throttling %s, and keeps the size', async (_, error) => {
    skipPauses();
    store(5);
    table
      .on(TransactWriteCommand)
      .rejectsOnce(error)
      .rejectsOnce(error)
      .rejectsOnce(cancelled('ThrottlingError', 'None'))
      .resolves({});
    expect((await remove()).status).toBe(204);
    // All five posts, two, one, the same post again, and then one after the other.
    expect(sizes()).toEqual([6, 3, 2, 2, 2, 2, 2, 2, 2]);
  });

  test('stops at the first batch when the user has another owner meanwhile, and answers 404', async () => {
    store(130);
    jest.replaceProperty(process, 'env', { ...process.env, OWNERSHIP: 'true' });
    const foreign = { ...storedUser, postCount: 130, owner: 'another' };
    table.on(TransactWriteCommand).rejects(cancelled(failedOn(foreign), ...Array(99).fill('None')));
    table.on(GetCommand).resolves({ Item: foreign });
    const claims = { iss: 'https://login.example/', sub: 'ada' };
    expect(await remove({ claims })).toEqual(notFound);
    expect(sizes()).toEqual([100]);
    const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
    expect(TransactItems?.[0]?.Update?.ConditionExpression).toBe('attribute_exists(pk) AND #owner = :caller');
  });

  test('goes on when the user changes after If-Match has held at the beginning', async () => {
    store(1);
    table.on(GetCommand).resolves({ Item: { ...storedUser, rev: 'rev-newer' } });
    expect((await remove({ headers: { 'if-match': `"${storedUser.rev}"` } })).status).toBe(204);
    expect(sizes()).toEqual([2, 2]);
  });

  test('answers 503 when the reply to the closing was lost and its condition fails', async () => {
    table.on(UpdateCommand).rejects(afterLostReply(conditionFailed(storedUser)));
    expect(await remove({ headers: { 'if-match': '"old"' } })).toEqual(unavailable);
  });

  const unfinished = problemOf(
    503,
    'unavailable',
    'Some posts of the user are still there; repeat the request to go on.',
    { headers: { 'retry-after': '1' } },
  );

  test('answers 503 and asks to be repeated when less than a second is left', async () => {
    store(1);
    expect((await remove({ leftMs: 1300 })).status).toBe(204);
    expect(await remove({ leftMs: 1200 })).toEqual(unfinished);
  });

  test('answers 503 and asks to be repeated when posts are left after 20 rounds', async () => {
    store(2);
    skipPauses();
    table.on(GetCommand).resolves({ Item: { ...storedUser, postCount: 2 } });
    expect(await remove()).toEqual(unfinished);
    expect(table.commandCalls(QueryCommand)).toHaveLength(19);
  });
});
