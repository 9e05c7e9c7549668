import { DeleteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/remove';
import { answerOf, eventOf, invoke, problemOf, unavailable } from '../../support/event';
import {
  ann,
  bob,
  cancelled,
  conditionFailed,
  count,
  mockTable,
  onRefusal,
  onTable,
  post,
  postSeen,
  transaction,
} from '../../support/table';

const table = mockTable();
const remove = (headers = {}) => invoke(handler, eventOf(`DELETE /posts/${post.sk}`, { headers }));

const { userId: _, ...anonymous } = post;
const { userId: __, ...anonymousSeen } = postSeen;
const Key = { pk: 'POST', sk: post.sk };
const read = ['GetCommand', { ...onTable, Key, ConsistentRead: true }];
const at = (rev: string) => ({
  Key,
  ConditionExpression: '#rev = :revIs',
  ExpressionAttributeNames: { '#rev': 'rev' },
  ExpressionAttributeValues: { ':revIs': rev },
  ...onRefusal,
});
const pinned = (rev: string, author: string) =>
  transaction({ Delete: { TableName: 'table', ...at(rev) } }, count(author, -1));
const gone = answerOf(204, { 'cache-control': 'no-store' });
const notFound = problemOf(404, 'not-found', 'There is no such resource.');

describe('DELETE /posts/{id}', () => {
  test('deletes a post without an author alone, as it was read', async () => {
    table.on(GetCommand).resolves({ Item: anonymous });
    table.on(DeleteCommand).resolves({});
    expect(await remove()).toEqual(gone);
    expect(table.sent()).toEqual([read, ['DeleteCommand', { ...onTable, ...at('rev-of-post') }]]);
  });

  test('counts the post out of its author in the same transaction', async () => {
    table.on(GetCommand).resolves({ Item: post });
    table.on(TransactWriteCommand).resolves({});
    expect(await remove()).toEqual(gone);
    expect(table.sent()).toEqual([read, pinned('rev-of-post', ann.sk)]);
  });

  test('answers what was deleted when the client prefers it', async () => {
    table.on(GetCommand).resolves({ Item: anonymous });
    table.on(DeleteCommand).resolves({});
    expect(await remove({ prefer: 'return=representation' })).toEqual(
      answerOf(200, { ...gone.headers, 'preference-applied': 'return=representation' }, anonymousSeen),
    );
  });

  test('answers 404 when there is no such post, whatever If-Match says', async () => {
    table.on(GetCommand).resolves({});
    expect(await remove({ 'if-match': '"old"' })).toEqual(notFound);
    expect(table.sent()).toEqual([read]);
  });

  test.each([
    ['if-match', '"old"', 'stale', 'The resource is no longer as If-Match says; its current ETag is in the headers.'],
    ['if-none-match', '*', 'exists', 'The resource is already there; its current ETag is in the headers.'],
  ])('answers 412 to %s: %s and deletes nothing', async (header, value, code, detail) => {
    table.on(GetCommand).resolves({ Item: post });
    expect(await remove({ [header]: value })).toEqual(
      problemOf(412, code, detail, { headers: { etag: '"rev-of-post"' } }),
    );
    expect(table.sent()).toEqual([read]);
  });

  test.each(['"rev-of-post"', '"old", "rev-of-post"', '*'])('deletes with If-Match: %s', async (tags) => {
    table.on(GetCommand).resolves({ Item: post });
    table.on(TransactWriteCommand).resolves({});
    expect(await remove({ 'if-match': tags })).toEqual(gone);
  });

  test('goes on with the newer post when it was changed meanwhile', async () => {
    const newer = { ...post, rev: 'rev-newer', userId: bob.sk };
    table.on(GetCommand).resolves({ Item: post });
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled({ Code: 'ConditionalCheckFailed', Item: newer }, 'None'))
      .resolves({});
    expect(await remove()).toEqual(gone);
    expect(table.sent()).toEqual([read, pinned('rev-of-post', ann.sk), pinned('rev-newer', bob.sk)]);
  });

  test('answers 404 when another deleted it meanwhile', async () => {
    table.on(GetCommand).resolves({ Item: post });
    table.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed', 'None'));
    expect(await remove()).toEqual(notFound);
  });

  test('answers 412 when If-Match held at first, and not any more', async () => {
    table.on(GetCommand).resolves({ Item: anonymous });
    table.on(DeleteCommand).rejects(conditionFailed({ ...anonymous, rev: 'rev-newer' }));
    const detail = 'The resource is no longer as If-Match says; its current ETag is in the headers.';
    expect(await remove({ 'if-match': '"rev-of-post"' })).toEqual(
      problemOf(412, 'stale', detail, { headers: { etag: '"rev-newer"' } }),
    );
  });

  test('gives up after twenty tries', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table.on(GetCommand).resolves({ Item: anonymous });
    table.on(DeleteCommand).rejects(conditionFailed({ ...anonymous, rev: 'rev-newer' }));
    expect(await remove()).toEqual(unavailable());
    expect(table.commandCalls(DeleteCommand)).toHaveLength(20);
  });

  test('answers 503 when the answer got lost and the post has changed since', async () => {
    table.on(GetCommand).resolves({ Item: anonymous });
    table.on(DeleteCommand).rejects(conditionFailed({ ...anonymous, rev: 'rev-newer' }, 2));
    expect(await remove()).toEqual(unavailable());
    expect(table.commandCalls(DeleteCommand)).toHaveLength(1);
  });

  test('answers 503 when the author to be counted down is not there', async () => {
    table.on(GetCommand).resolves({ Item: post });
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    expect(await remove()).toEqual(unavailable());
  });
});
