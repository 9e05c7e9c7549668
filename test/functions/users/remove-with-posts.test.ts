import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/remove';
import { answerOf, eventOf, invoke, problemOf, unavailable } from '../../support/event';
import {
  ann,
  cancelled,
  conditionFailed,
  count,
  mockTable,
  names,
  now,
  onRefusal,
  onTable,
  transaction,
} from '../../support/table';

const table = mockTable();
const remove = (headers = {}, leftMs?: number) =>
  invoke(handler, eventOf(`DELETE /api/v1/users/${ann.sk}`, { query: 'force=true', headers }), leftMs);

const Key = { pk: 'USER', sk: ann.sk };
const inFiveMinutes = '2026-11-20T00:05:00.000Z';
const close = [
  'UpdateCommand',
  {
    ...onTable,
    Key,
    UpdateExpression: 'SET #closedUntil = :closedUntil',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: names('closedUntil'),
    ExpressionAttributeValues: { ':closedUntil': inFiveMinutes },
    ...onRefusal,
    ReturnValues: 'ALL_NEW',
  },
];
const idOf = (n: number) => `01a1f3ad-8e00-7000-8000-${String(n).padStart(12, '0')}`;
const postsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ pk: 'POST', sk: idOf(from + i), userId: ann.sk }));
const removal = (n: number) => ({
  Delete: {
    TableName: 'table',
    Key: { pk: 'POST', sk: idOf(n) },
    ConditionExpression: '#userId = :userIdIs',
    ExpressionAttributeNames: names('userId'),
    ExpressionAttributeValues: { ':userIdIs': ann.sk },
    ...onRefusal,
  },
});
const countOut = (n: number) => {
  const { Update } = count(ann.sk, -1);
  return { Update: { ...Update, ExpressionAttributeValues: { ':by': -n } } };
};
const sizes = () =>
  table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input.TransactItems?.length);
const gone = answerOf(204, { 'cache-control': 'no-store' });
const closed = (postCount: number) => ({ ...ann, closedUntil: inFiveMinutes, postCount });

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(now), doNotFake: ['setTimeout', 'performance'] });
  table.on(UpdateCommand).resolves({ Attributes: closed(2) });
  table.on(GetCommand).resolves({ Item: closed(0) });
  table.on(QueryCommand).resolves({ Items: postsOf(0, 2) });
  table.on(TransactWriteCommand).resolves({});
});

describe('DELETE /api/v1/users/{id}?force=true', () => {
  test('lets no post join, deletes the posts and counts them out, and the user last with the claim', async () => {
    const random = jest.spyOn(Math, 'random');
    expect(await remove()).toEqual(gone);
    // It only pauses to try again.
    expect(random).not.toHaveBeenCalled();
    const [first, query, posts, read, readAgain, user] = table.sent();
    expect(first).toEqual(close);
    expect(query).toEqual([
      'QueryCommand',
      {
        ...onTable,
        IndexName: 'byUser',
        KeyConditionExpression: 'userId = :within',
        ExpressionAttributeValues: { ':within': ann.sk },
        ScanIndexForward: true,
        Limit: 100,
      },
    ]);
    expect(posts).toEqual(transaction(countOut(2), removal(0), removal(1)));
    expect([read, readAgain]).toEqual(Array(2).fill(['GetCommand', { ...onTable, Key, ConsistentRead: true }]));
    expect(user?.[1].TransactItems[0].Delete).toMatchObject({
      Key,
      ConditionExpression: '#rev = :revIs AND #postCount = :postCountIs',
    });
    expect(sizes()).toEqual([3, 2]);
  });

  test('deletes a user without posts at once', async () => {
    table.on(UpdateCommand).resolves({ Attributes: closed(0) });
    expect(await remove()).toEqual(gone);
    expect(table.sent().map(([name]) => name)).toEqual(['UpdateCommand', 'GetCommand', 'TransactWriteCommand']);
  });

  test('takes at most 99 posts a transaction, and goes on behind the last', async () => {
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: postsOf(0, 100), LastEvaluatedKey: { pk: 'POST' } })
      .resolves({ Items: postsOf(99, 130) });
    expect(await remove()).toEqual(gone);
    expect(sizes()).toEqual([100, 32, 2]);
    const [, second] = table.commandCalls(QueryCommand);
    expect(second?.args[0].input.ExpressionAttributeValues).toEqual({ ':within': ann.sk, ':after': idOf(98) });
  });

  test('goes round again while the count says that there are more than the index showed', async () => {
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [] })
      .resolves({ Items: postsOf(0, 2) });
    table
      .on(GetCommand)
      .resolvesOnce({ Item: closed(2) })
      .resolves({ Item: closed(0) });
    expect(await remove()).toEqual(gone);
    expect(sizes()).toEqual([3, 2]);
    expect(table.commandCalls(UpdateCommand)).toHaveLength(1);
  });

  test('leaves a page alone of which a post has just gone, and comes back to it', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', 'ConditionalCheckFailed', 'None'))
      .resolves({});
    table
      .on(GetCommand)
      .resolvesOnce({ Item: closed(1) })
      .resolves({ Item: closed(0) });
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: postsOf(0, 2) })
      .resolves({ Items: postsOf(1, 2) });
    expect(await remove()).toEqual(gone);
    expect(sizes()).toEqual([3, 2, 2]);
  });

  test('halves a transaction that is throttled, down to one post, and goes on with so many', async () => {
    const timers = jest.requireActual<{ setTimeout: () => Promise<void> }>('node:timers/promises');
    jest.spyOn(timers, 'setTimeout').mockResolvedValue();
    const stored = postsOf(0, 5);
    table.on(QueryCommand).callsFake(({ Limit, ExpressionAttributeValues: { ':after': after = '' } }) => {
      const Items = stored.filter(({ sk }) => sk > after).slice(0, Limit);
      return { Items, LastEvaluatedKey: Items.length === Limit ? { pk: 'POST' } : undefined };
    });
    const throttled = (...others: string[]) => cancelled('ThrottlingError', ...others);
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', 'None', 'ProvisionedThroughputExceeded', 'None', 'None', 'None'))
      .rejectsOnce(throttled('None', 'None'))
      .rejectsOnce(throttled('None'))
      .resolves({});
    expect(await remove()).toEqual(gone);
    // All five, two, one, the same one again, and then one after the other; last the user with the claim.
    expect(sizes()).toEqual([6, 3, 2, 2, 2, 2, 2, 2, 2]);
  });

  test('begins with a page while there is a second left', async () => {
    expect(await remove({}, 1300)).toEqual(gone);
  });

  test('asks to be repeated when its time is up', async () => {
    expect(await remove({}, 1200)).toEqual({
      ...unavailable(),
      body: expect.objectContaining({
        code: 'unavailable',
        detail: 'Some posts of the user are still there; repeat the request to go on.',
      }),
    });
    expect(table.sent().map(([name]) => name)).toEqual(['UpdateCommand']);
  });

  test('asks to be repeated when posts stay, however often it goes round', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table.on(GetCommand).resolves({ Item: closed(2) });
    expect((await remove()).body.detail).toBe('Some posts of the user are still there; repeat the request to go on.');
    expect(table.commandCalls(QueryCommand)).toHaveLength(19);
  });

  test('checks If-Match before it begins', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(ann));
    const detail = 'The resource is no longer as If-Match says; its current ETag is in the headers.';
    expect(await remove({ 'if-match': '"old"' })).toEqual(
      problemOf(412, 'stale', detail, { headers: { etag: '"rev-of-ann"' } }),
    );
    const [[, { ConditionExpression }] = []] = table.sent();
    expect(ConditionExpression).toBe('attribute_exists(pk) AND rev IN (:match0)');
    expect(table.sent()).toHaveLength(1);
  });

  test('is not stopped by an If-Match that held when it began', async () => {
    table.on(GetCommand).resolves({ Item: { ...closed(0), rev: 'rev-newer' } });
    expect(await remove({ 'if-match': '"rev-of-ann"' })).toEqual(gone);
  });

  test('answers 404 when there is no such user', async () => {
    table.on(UpdateCommand).rejects(conditionFailed());
    expect(await remove()).toEqual(problemOf(404, 'not-found', 'There is no such resource.'));
  });

  test('answers 404 when another request finishes first', async () => {
    table.on(GetCommand).resolves({});
    expect((await remove()).status).toBe(404);
  });

  test('answers 503 when the answer to its beginning was lost and the user has changed since', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(ann, 2));
    expect(await remove({ 'if-match': '"old"' })).toEqual(unavailable());
  });
});

describe('DELETE /api/v1/users/{id}', () => {
  test('with force=false is as without', async () => {
    const answer = await invoke(handler, eventOf(`DELETE /api/v1/users/${ann.sk}`, { query: 'force=false' }));
    expect(answer).toEqual(gone);
    expect(table.commandCalls(UpdateCommand)).toEqual([]);
  });

  test.each(['yes', '1', 'TRUE'])('refuses force=%s', async (force) => {
    const answer = await invoke(handler, eventOf(`DELETE /api/v1/users/${ann.sk}`, { query: `force=${force}` }));
    expect(answer).toEqual(
      problemOf(400, 'invalid-query', '1 parameter is invalid.', {
        errors: [{ parameter: 'force', detail: 'must be true or false' }],
      }),
    );
    expect(table.sent()).toEqual([]);
  });
});
