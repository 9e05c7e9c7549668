import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { equals, hasChanges, isNewer } from '../../../functions/table/expression';
import {
  alone,
  cancelled,
  conditionFailed,
  count,
  get,
  put,
  remove,
  transaction,
  update,
} from '../../support/dynamodb/commands';
import { posts } from '../../support/resources';
import { problemOf, responseOf, unavailable, unknownUser } from '../../support/responses';
import { mintedNow, mockTable, newRev, newTag, otherUser, storedPost, storedUser } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const { ask, input } = posts;
const userId = storedUser.sk;
const headers = { etag: newTag, 'cache-control': 'no-store' };

beforeEach(() => {
  table.on(GetCommand).resolves({ Item: storedPost });
  table.on(UpdateCommand).rejects(conditionFailed(storedPost));
  table.on(TransactWriteCommand).resolves({});
});

test('a new post of an author is counted in the transaction that writes it', async () => {
  const authored = { ...input, userId };
  const { status, body } = await ask('create', { body: authored });
  expect([status, body.userId]).toEqual([201, userId]);
  const item = { pk: 'POST', sk: mintedNow, ...authored, rev: newRev, updatedAt: now };
  expect(table.sent()).toEqual([transaction(put(item), count(userId, 1))]);
});

describe('a userId', () => {
  const body = { ...input, userId: otherUser.sk };
  const refused = (Item?: Record<string, unknown>) => ({ Code: 'ConditionalCheckFailed', Item });
  const routes = [
    ['POST', 'create', { body }, [] as string[]],
    ['PUT with If-None-Match: *', 'replace', { body, headers: { 'if-none-match': '*' } }, []],
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
    const detail = 'The user is being deleted and accepts no new posts; repeat the deletion to finish it.';
    expect(await ask(verb, parts)).toEqual(problemOf(409, 'user-closing', detail));
  });
});

describe('a change of a post', () => {
  test.each([
    ['moves it to another author', { userId: otherUser.sk }, [count(userId, -1), count(otherUser.sk, 1)]],
    ['takes the author away', {}, [count(userId, -1)]],
  ])('%s in a transaction', async (_, author: { userId?: string }, counts) => {
    const response = await ask('replace', { body: { title: 'Hello', ...author } });
    const changed = { title: 'Hello', content: '', ...author };
    expect(response).toEqual(responseOf(200, headers, { ...posts.body, ...changed, updatedAt: now }));
    const set = { title: 'Hello', content: '', userId: author.userId };
    expect(table.sent()).toEqual([
      alone(update(storedPost, set, isNewer, equals('userId', author.userId))),
      transaction(update(storedPost, set, equals('rev', storedPost.rev)), ...counts),
    ]);
    const [, [, { TransactItems }] = []] = table.sent();
    expect(response.headers?.etag).toBe(`"${TransactItems[0].Update.ExpressionAttributeValues[':rev']}"`);
  });

  test.each([
    ['takes the author away with null', storedPost, undefined, [count(userId, -1)]],
    ['gives an author to a post without one', posts.stored, otherUser.sk, [count(otherUser.sk, 1)]],
  ])('%s by PATCH', async (_, stored, author, counts) => {
    table.on(UpdateCommand).rejects(conditionFailed(stored));
    const patch = { userId: author };
    expect(await ask('update', { body: { userId: author ?? null } })).toEqual(
      responseOf(200, headers, { ...posts.body, ...(author && patch), updatedAt: now }),
    );
    expect(table.sent()).toEqual([
      alone(update(stored, patch, isNewer, equals('userId', author), hasChanges(patch))),
      transaction(update(stored, patch, equals('rev', stored.rev)), ...counts),
    ]);
  });
});

describe('DELETE /posts/{id} of an author', () => {
  const removal = ({ rev, userId: author }: typeof storedPost) =>
    transaction(remove(storedPost, equals('rev', rev)), count(author, -1));

  test('counts the post out, and that of a newer author when it was moved meanwhile', async () => {
    const moved = { ...storedPost, rev: 'rev-newer', userId: otherUser.sk };
    const race = cancelled({ Code: 'ConditionalCheckFailed', Item: moved }, 'None');
    table.on(TransactWriteCommand).rejectsOnce(race).resolves({});
    expect((await ask('remove')).status).toBe(204);
    expect(table.sent()).toEqual([get(storedPost), removal(storedPost), removal(moved)]);
  });

  test('answers 503 when the author who is to be counted down is not there', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    expect(await ask('remove')).toEqual(unavailable);
  });
});
