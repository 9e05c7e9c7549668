import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { cancelled, conditionFailed, count, put, transaction } from '../../support/dynamodb/commands';
import { posts } from '../../support/resources';
import { problemOf, unknownUser } from '../../support/responses';
import { mintedNow, mockTable, newRev, otherUser, postBody, storedPost, storedUser } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const { ask, input } = posts;
const userId = storedUser.sk;
const authored = { ...input, userId };
const create = { 'if-none-match': '*' };

beforeEach(() => {
  table.on(GetCommand).resolves({ Item: storedPost });
  table.on(UpdateCommand).rejects(conditionFailed(storedPost));
  table.on(TransactWriteCommand).resolves({});
});

describe('a new post of an author', () => {
  const item = (sk: unknown) => ({ pk: 'POST', sk, ...authored, rev: newRev, updatedAt: now });

  test('is counted in the transaction that writes it', async () => {
    const { status, body } = await ask('create', { body: authored });
    expect([status, body.userId]).toEqual([201, userId]);
    expect(table.sent()).toEqual([transaction(put(item(mintedNow)), count(userId, 1))]);
  });

  test('is counted when it is created under an id', async () => {
    const { status, body } = await ask('replace', { body: authored, headers: create });
    expect([status, body.userId]).toEqual([201, userId]);
    expect(table.sent()).toEqual([transaction(put(item(storedPost.sk)), count(userId, 1))]);
  });

  test('is counted when it is created with an Idempotency-Key', async () => {
    await ask('create', { body: authored, headers: { 'idempotency-key': 'a-key' } });
    const [[, { TransactItems }] = []] = table.sent();
    const [[, expected] = []] = [transaction(count(userId, 1))];
    expect(TransactItems.slice(2)).toEqual(Object(expected).TransactItems);
  });
});

test('GET /posts/{id} answers the userId of a post that has one', async () => {
  expect((await ask('get')).body).toStrictEqual(postBody);
});

describe('a userId', () => {
  const body = { ...input, userId: otherUser.sk };
  const refused = (Item?: object) => ({ Code: 'ConditionalCheckFailed', Item: Item && { ...Item } });
  const routes = [
    ['POST', 'create', { body }, [] as string[]],
    ['PUT with If-None-Match: *', 'replace', { body, headers: create }, []],
    ['PUT', 'replace', { body }, ['None']],
    ['PATCH', 'update', { body: { userId: otherUser.sk } }, ['None']],
  ] as const;

  test.each(routes)('of no user is a 422 in %s', async (_, verb, parts, before) => {
    table.on(TransactWriteCommand).rejects(cancelled('None', ...before, refused()));
    expect(await ask(verb, parts)).toEqual(unknownUser);
  });

  test.each(routes)('of a user who is being deleted is a 409 in %s', async (_, verb, parts, before) => {
    const user = { ...otherUser, closedUntil: '2026-11-20T00:00:00.001Z' };
    table.on(TransactWriteCommand).rejects(cancelled('None', ...before, refused(user)));
    const detail = 'The user is being deleted and takes no post; repeat the deletion to finish it.';
    expect(await ask(verb, parts)).toEqual(problemOf(409, 'user-closing', detail));
  });

  test('is kept in a replay although the user is gone', async () => {
    table.on(TransactWriteCommand).callsFake(({ TransactItems: [, key] }) => {
      throw cancelled('None', refused({ ...key.Put.Item, id: storedPost.sk, rev: 'rev-of-first' }), refused());
    });
    const response = await ask('create', { body, headers: { 'idempotency-key': 'a-key' } });
    expect([response.status, response.body.id, response.body.userId]).toEqual([201, storedPost.sk, otherUser.sk]);
  });
});
