import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/remove';
import { answerOf, eventOf, invoke, problemOf, unavailable } from '../../support/event';
import { ann, annSeen, cancelled, mockTable, onRefusal, onTable, release, transaction } from '../../support/table';

const table = mockTable();
const remove = (headers = {}) => invoke(handler, eventOf(`DELETE /api/v1/users/${ann.sk}`, { headers }));

const Key = { pk: 'USER', sk: ann.sk };
const read = ['GetCommand', { ...onTable, Key, ConsistentRead: true }];
const pinned = (rev: string, email: string) => {
  const condition = {
    ConditionExpression: '#rev = :revIs AND #postCount = :postCountIs',
    ExpressionAttributeNames: { '#rev': 'rev', '#postCount': 'postCount' },
    ExpressionAttributeValues: { ':revIs': rev, ':postCountIs': 0 },
    ...onRefusal,
  };
  return transaction({ Delete: { TableName: 'table', Key, ...condition } }, release(email, ann.sk));
};
const gone = answerOf(204, { 'cache-control': 'no-store' });
const notFound = problemOf(404, 'not-found', 'There is no such resource.');
const hasPosts = problemOf(
  409,
  'user-has-posts',
  'The user still has posts; delete them first, or with the user by ?force=true.',
  {
    headers: { link: `</posts?userId=${ann.sk}>; rel="related"` },
  },
);
const refusedFor = (Item?: Record<string, unknown>) => cancelled({ Code: 'ConditionalCheckFailed', Item }, 'None');

beforeEach(() => {
  table.on(GetCommand).resolves({ Item: ann });
});

describe('DELETE /api/v1/users/{id}', () => {
  test('deletes the user and releases the address, both or none', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await remove()).toEqual(gone);
    expect(table.sent()).toEqual([read, pinned('rev-of-ann', 'ann@example.com')]);
  });

  test('answers what was deleted when the client prefers it', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await remove({ prefer: 'return=representation' })).toEqual(
      answerOf(200, { ...gone.headers, 'preference-applied': 'return=representation' }, annSeen),
    );
  });

  test('answers 409 while the user has posts, and links to them', async () => {
    table.on(GetCommand).resolves({ Item: { ...ann, postCount: 2 } });
    expect(await remove()).toEqual(hasPosts);
    expect(table.sent()).toEqual([read]);
  });

  test('answers 409 when the user got a post meanwhile', async () => {
    table.on(TransactWriteCommand).rejects(refusedFor({ ...ann, postCount: 1 }));
    expect(await remove()).toEqual(hasPosts);
    expect(table.sent()).toEqual([read, pinned('rev-of-ann', 'ann@example.com')]);
  });

  test('goes on with the newer address when it was changed meanwhile', async () => {
    const newer = { ...ann, rev: 'rev-newer', email: 'anna@example.com' };
    table.on(TransactWriteCommand).rejectsOnce(refusedFor(newer)).resolves({});
    expect(await remove()).toEqual(gone);
    expect(table.sent()).toEqual([
      read,
      pinned('rev-of-ann', 'ann@example.com'),
      pinned('rev-newer', 'anna@example.com'),
    ]);
  });

  test('answers 404 when there is no such user', async () => {
    table.on(GetCommand).resolves({});
    expect(await remove()).toEqual(notFound);
    expect(table.sent()).toEqual([read]);
  });

  test('answers 404 when another deleted the user meanwhile', async () => {
    table.on(TransactWriteCommand).rejects(refusedFor());
    expect(await remove()).toEqual(notFound);
  });

  test('answers 412 when If-Match does not match, before it looks for posts', async () => {
    table.on(GetCommand).resolves({ Item: { ...ann, postCount: 2 } });
    const detail = 'The resource is no longer as If-Match says; its current ETag is in the headers.';
    expect(await remove({ 'if-match': '"old"' })).toEqual(
      problemOf(412, 'stale', detail, { headers: { etag: '"rev-of-ann"' } }),
    );
    expect(table.sent()).toEqual([read]);
  });

  test('answers 503 when the claim to be released is not there', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    expect(await remove()).toEqual(unavailable());
  });
});
