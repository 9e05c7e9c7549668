import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { all, equals, itemExists, matchesPrecondition, updateExpression } from '../../../functions/table/expression';
import {
  afterLostReply,
  alone,
  cancelled,
  childless,
  conditionFailed,
  count,
  get,
  query,
  release,
  remove,
  transaction,
  within,
} from '../../support/dynamodb/commands';
import { users } from '../../support/resources';
import { notFound, problemOf, responseOf, stale, unavailable } from '../../support/responses';
import { idOf, mockTable, storedUser } from '../../support/table';
import { useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const { pk, sk } = storedUser;
const ask = (headers = {}, leftMs?: number) => users.ask('remove', { query: 'force=true', headers, leftMs });

const closedUntil = '2026-11-20T00:05:00.000Z';
const close = (precondition = {}) => {
  const conditions = all(itemExists, ...matchesPrecondition(precondition));
  return alone({ Update: { Key: { pk, sk }, ...updateExpression({ closedUntil }, conditions) } });
};
const closed = (postCount: number) => ({ ...storedUser, closedUntil, postCount });
const Items = [1, 2].map((number) => ({ pk: 'POST', sk: idOf(number), userId: sk }));
const sentNames = () => table.sent().map(([name]) => name);

const gone = responseOf(204, { 'cache-control': 'no-store' });
const unfinished = problemOf(
  503,
  'unavailable',
  'Some posts of the user are still there; repeat the request to go on.',
  { headers: { 'retry-after': '1' } },
);

beforeEach(() => {
  table.on(UpdateCommand).resolves({ Attributes: closed(2) });
  table.on(GetCommand).resolves({ Item: closed(0) });
  table.on(QueryCommand).resolves({ Items });
  table.on(TransactWriteCommand).resolves({});
});

describe('DELETE /api/v1/users/{id}?force=true', () => {
  test('closes the user, deletes the posts and counts them out, and deletes the user last', async () => {
    const random = jest.spyOn(Math, 'random');
    expect(await ask()).toEqual(gone);
    expect(random).not.toHaveBeenCalled();
    const removals = Items.map((post) => remove(post, equals('userId', sk)));
    const user = remove(storedUser, equals('rev', storedUser.rev), childless);
    expect(table.sent()).toEqual([
      close(),
      query({ IndexName: 'byUser', ...within({ userId: sk }, { order: 'asc' }), Limit: 100 }),
      transaction(count(sk, -2), ...removals),
      get(storedUser),
      get(storedUser),
      transaction(user, release('ann@example.com', sk)),
    ]);
  });

  test('deletes a user without posts at once', async () => {
    table.on(UpdateCommand).resolves({ Attributes: closed(0) });
    expect(await ask()).toEqual(gone);
    expect(sentNames()).toEqual(['UpdateCommand', 'GetCommand', 'TransactWriteCommand']);
  });

  test.each([
    ['the index has not shown the posts yet', [], false],
    ['a post has gone meanwhile', Items, true],
  ])('starts another round when %s', async (_, shown, isRefused) => {
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: shown })
      .resolves({ Items: Items.slice(1) });
    table
      .on(GetCommand)
      .resolvesOnce({ Item: closed(1) })
      .resolves({ Item: closed(0) });
    const refused = cancelled('None', 'ConditionalCheckFailed', 'None');
    if (isRefused) table.on(TransactWriteCommand).rejectsOnce(refused).resolves({});
    expect(await ask()).toEqual(gone);
    const removal = remove(Object(Items[1]), equals('userId', sk));
    expect(sentNames().slice(-5, -4)).toEqual(['QueryCommand']);
    expect(table.sent().slice(-4, -3)).toEqual([transaction(count(sk, -1), removal)]);
    expect(table.commandCalls(UpdateCommand)).toHaveLength(1);
  });

  test('answers 503 and asks to be repeated when less than a second is left', async () => {
    expect(await ask({}, 1300)).toEqual(gone);
    table.forget();
    expect(await ask({}, 1200)).toEqual(unfinished);
    expect(sentNames()).toEqual(['UpdateCommand']);
  });

  test('answers 503 and asks to be repeated when posts are left after 20 rounds', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table.on(GetCommand).resolves({ Item: closed(2) });
    expect(await ask()).toEqual(unfinished);
    expect(table.commandCalls(QueryCommand)).toHaveLength(19);
  });

  test('answers 412 when If-Match does not match at the beginning', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(storedUser));
    expect(await ask({ 'if-match': '"old"' })).toEqual(stale(storedUser.rev));
    expect(table.sent()).toEqual([close({ ifMatch: ['old'] })]);
  });

  test('goes on when If-Match held at the beginning only', async () => {
    table.on(GetCommand).resolves({ Item: { ...closed(0), rev: 'rev-newer' } });
    expect(await ask({ 'if-match': `"${storedUser.rev}"` })).toEqual(gone);
  });

  test('answers 404 when there is no such user, and when another request finishes first', async () => {
    table.on(GetCommand).resolves({});
    expect(await ask()).toEqual(notFound);
    table.on(UpdateCommand).rejects(conditionFailed());
    expect(await ask()).toEqual(notFound);
  });

  test('answers 503 when the first reply was lost and the user has changed since', async () => {
    table.on(UpdateCommand).rejects(afterLostReply(conditionFailed(storedUser)));
    expect(await ask({ 'if-match': '"old"' })).toEqual(unavailable);
  });
});
