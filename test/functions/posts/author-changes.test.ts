import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { differs, equals, newer } from '../../../functions/table/expression';
import {
  alone,
  cancelled,
  conditionFailed,
  count,
  get,
  remove,
  transaction,
  update,
} from '../../support/dynamodb/commands';
import { posts } from '../../support/resources';
import { responseOf, unavailable } from '../../support/responses';
import {
  anonymousPost,
  anonymousPostBody,
  mockTable,
  newTag,
  otherUser,
  postBody,
  storedPost,
  storedUser,
} from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const { ask } = posts;
const userId = storedUser.sk;
const set = { title: 'Hello', content: '' };
const changed = { ...set, updatedAt: now };
const headers = { etag: newTag, 'cache-control': 'no-store' };

beforeEach(() => {
  table.on(GetCommand).resolves({ Item: storedPost });
  table.on(UpdateCommand).rejects(conditionFailed(storedPost));
  table.on(TransactWriteCommand).resolves({});
});

describe('a change of a post', () => {
  const pinned = (author?: string) => update(storedPost, { ...set, userId: author }, equals('rev', storedPost.rev));

  test('takes one update while the author stays', async () => {
    table.on(UpdateCommand).resolves({ Attributes: { ...storedPost, ...changed } });
    const response = await ask('replace', { body: { title: 'Hello', userId } });
    expect(response.body).toEqual({ ...postBody, ...changed });
    expect(table.sent()).toEqual([alone(update(storedPost, { ...set, userId }, newer, equals('userId', userId)))]);
  });

  test.each([
    ['moves it to another author', { userId: otherUser.sk }, [count(userId, -1), count(otherUser.sk, 1)]],
    ['takes the author away', {}, [count(userId, -1)]],
  ])('%s in a transaction', async (_, author: { userId?: string }, counts) => {
    const response = await ask('replace', { body: { title: 'Hello', ...author } });
    expect(response).toEqual(responseOf(200, headers, { ...anonymousPostBody, ...changed, ...author }));
    const link = equals('userId', author.userId);
    expect(table.sent()).toEqual([
      alone(update(storedPost, { ...set, userId: author.userId }, newer, link)),
      transaction(pinned(author.userId), ...counts),
    ]);
    const [, [, { TransactItems }] = []] = table.sent();
    expect(response.headers?.etag).toBe(`"${TransactItems[0].Update.ExpressionAttributeValues[':rev']}"`);
  });

  test.each([
    ['takes the author away with null', storedPost, undefined, [count(userId, -1)]],
    ['gives an author to a post without one', anonymousPost, otherUser.sk, [count(otherUser.sk, 1)]],
  ])('%s by PATCH', async (_, stored, author, counts) => {
    table.on(UpdateCommand).rejects(conditionFailed(stored));
    const patch = { userId: author };
    expect(await ask('update', { body: { userId: author ?? null } })).toEqual(
      responseOf(200, headers, { ...anonymousPostBody, ...(author && patch), updatedAt: now }),
    );
    expect(table.sent()).toEqual([
      alone(update(stored, patch, newer, equals('userId', author), differs(patch))),
      transaction(update(stored, patch, equals('rev', stored.rev)), ...counts),
    ]);
  });

  test('writes nothing when the patch names the same author', async () => {
    expect((await ask('update', { body: { userId, content: 'World' } })).headers?.etag).toBe('"rev-of-post"');
    expect(table.sent()).toHaveLength(1);
  });
});

describe('DELETE /posts/{id} of an author', () => {
  const removal = ({ rev, userId: author }: typeof storedPost) =>
    transaction(remove(storedPost, equals('rev', rev)), count(author, -1));

  test('counts the post out, and that of a newer author when it was moved meanwhile', async () => {
    const moved = { ...storedPost, rev: 'rev-newer', userId: otherUser.sk };
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled({ Code: 'ConditionalCheckFailed', Item: moved }, 'None'))
      .resolves({});
    expect((await ask('remove')).status).toBe(204);
    expect(table.sent()).toEqual([get(storedPost), removal(storedPost), removal(moved)]);
  });

  test('answers 503 when the author who is to be counted down is not there', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    expect(await ask('remove')).toEqual(unavailable);
  });
});
