import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { entityOf } from '../../../functions/kit/entity';
import { handleDelete } from '../../../functions/kit/lambda/handle';
import { belongsTo } from '../../../functions/kit/model/relation';
import { removalWith } from '../../../functions/kit/table/remove';
import { posts } from '../../../functions/posts/store';
import { removeUser } from '../../../functions/users/routes';
import { users } from '../../../functions/users/store';
import { ask } from '../../support/resources';
import { problemOf, unavailable } from '../../support/responses';
import { now, skipPauses, useFixedTime } from '../../support/time';
import { cancelled, conditionFailed, failedOn, throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { idOf, mockTable } from '../../support/unit/table';
import { counterOf, storedUser } from './stored';

const table = mockTable();
useFixedTime();

const transactions = () =>
  table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input.TransactItems ?? []);
/** Sizes of the transactions: one write for the count and one for each post, and last the user with claim and counter. */
const sizes = () => transactions().map(({ length }) => length);
const store = (posts: number) => {
  const post = { pk: 'POST', userId: storedUser.sk };
  const stored = Array.from({ length: posts }, (_, number) => ({ ...post, sk: idOf(number) }));
  table.on(QueryCommand).callsFake(({ Limit, ExpressionAttributeValues: { ':low': low } }) => {
    const Items = stored.filter(({ sk }) => sk > low).slice(0, Limit);
    return { Items, LastEvaluatedKey: Items.length === Limit ? { pk: 'POST' } : undefined };
  });
};

const remove = (parts = {}) => ask(`DELETE /api/v1/users/${storedUser.sk}?force=true`, parts);

describe('a deletion of the posts of a user', () => {
  beforeEach(() => {
    const counter = counterOf(storedUser, 1);
    table.on(UpdateCommand).resolves({ Attributes: counter });
    table.on(GetCommand).resolves({ Item: storedUser });
    table.on(GetCommand, { Key: { pk: counter.pk, sk: counter.sk } }).resolves({ Item: counterOf(storedUser, 0) });
    table.on(TransactWriteCommand).resolves({});
  });

  test('answers 409, deletes no post, and lets the user take posts, when newer code has counted children', async () => {
    store(1);
    table.on(UpdateCommand).resolves({ Attributes: { ...counterOf(storedUser, 1), other_userId__count: 1 } });
    const { status, body } = await remove();
    expect([status, body.code, transactions()]).toEqual([409, 'user-has-children', []]);
    const [, opening] = table.commandCalls(UpdateCommand);
    expect(opening?.args[0].input.ExpressionAttributeValues).toEqual({ ':closedUntil': now });
  });

  test('deletes the children of each kind, one kind after the other', async () => {
    const model = { managerId: belongsTo({ attribute: 'managerId', parent: 'user' }) };
    const reports = entityOf({ collection: 'POST', path: '/reports', model });
    const handler = handleDelete(removeUser, (request) => removalWith([posts, reports])(users, request));
    const [counter, counts] = [counterOf(storedUser, 1), { post_managerId__count: 1 }];
    table.on(UpdateCommand).resolves({ Attributes: { ...counter, ...counts } });
    table
      .on(GetCommand, { Key: { pk: counter.pk, sk: counter.sk } })
      .resolvesOnce({ Item: { ...counterOf(storedUser, 0), ...counts } })
      .resolves({ Item: counterOf(storedUser, 0) });
    table.on(QueryCommand).callsFake(({ IndexName }) => ({
      Items: [
        IndexName === 'byUser'
          ? { sk: idOf(0), userId: storedUser.sk }
          : { sk: idOf(1), post_managerId: storedUser.sk },
      ],
    }));
    const event = eventOf(`DELETE /api/v1/users/${storedUser.sk}`, { query: 'force=true' });
    expect((await invoke(handler, event)).status).toBe(204);
    expect(transactions().map((items) => items.find(({ Delete }) => Delete)?.Delete?.Key)).toEqual([
      { pk: 'POST', sk: idOf(0) },
      { pk: 'POST', sk: idOf(1) },
      { pk: 'USER', sk: storedUser.sk },
    ]);
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
    expect(sizes()).toEqual([6, 3, 2, 2, 2, 2, 2, 2, 3]);
  });

  test('goes on when the user changes after If-Match has held at the beginning', async () => {
    store(1);
    const changed = cancelled(failedOn({ ...storedUser, rev: 'rev-newer' }), 'None', 'None');
    table.on(TransactWriteCommand).resolvesOnce({}).rejectsOnce(changed).resolves({});
    skipPauses();
    expect((await remove({ headers: { 'if-match': `"${storedUser.rev}"` } })).status).toBe(204);
    expect(sizes()).toEqual([2, 3, 3]);
  });

  test('answers 503 when the user has no counter', async () => {
    table.on(UpdateCommand).rejects(conditionFailed());
    expect(await remove()).toMatchObject(unavailable);
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
    expect(await remove({ leftMs: 1200 })).toMatchObject(unfinished);
  });

  test('answers 503 and asks to be repeated when posts are left after 20 rounds', async () => {
    store(2);
    skipPauses();
    const counter = counterOf(storedUser, 2);
    table.on(GetCommand, { Key: { pk: counter.pk, sk: counter.sk } }).resolves({ Item: counter });
    expect(await remove()).toMatchObject(unfinished);
    expect(table.commandCalls(QueryCommand)).toHaveLength(19);
  });
});
