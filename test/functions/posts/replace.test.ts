import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/replace';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import {
  ann,
  bob,
  cancelled,
  conditionFailed,
  count,
  mockTable,
  names,
  newRev,
  newTag,
  now,
  onRefusal,
  onTable,
  post,
  postSeen,
  transaction,
} from '../../support/table';

const table = mockTable();
beforeEach(() => jest.useFakeTimers({ now: Date.parse(now) }));
afterEach(() => jest.useRealTimers());

const replace = (body: unknown, headers = {}, id = post.sk) =>
  invoke(handler, eventOf(`PUT /posts/${id}`, { body, headers }));

const Key = { pk: 'POST', sk: post.sk };
const all = names('title', 'content', 'userId', 'rev', 'updatedAt');
const set = 'SET #title = :title, #content = :content, #userId = :userId, #rev = :rev, #updatedAt = :updatedAt';
const values = { ':title': 'New', ':content': '', ':userId': ann.sk, ':rev': newRev, ':updatedAt': now };
const kept = {
  ...onTable,
  Key,
  UpdateExpression: set,
  ConditionExpression: '#updatedAt < :updatedAt AND #userId = :userIdIs',
  ExpressionAttributeNames: all,
  ExpressionAttributeValues: { ...values, ':userIdIs': ann.sk },
  ...onRefusal,
  ReturnValues: 'ALL_NEW',
};
const dropped = {
  ...kept,
  UpdateExpression: `${set.replace('#userId = :userId, ', '')} REMOVE #userId`,
  ConditionExpression: '#updatedAt < :updatedAt AND attribute_not_exists(#userId)',
  ExpressionAttributeValues: { ':title': 'New', ':content': '', ':rev': newRev, ':updatedAt': now },
};
/** The same update within a transaction, pinned to the revision that was seen. */
const pinned = ({ UpdateExpression, ExpressionAttributeValues }: typeof kept | typeof dropped, rev: string) => {
  const { ':userIdIs': _, ...rest } = { ':userIdIs': '', ...ExpressionAttributeValues };
  return {
    TableName: 'table',
    Key,
    UpdateExpression,
    ConditionExpression: '#rev = :revIs',
    ExpressionAttributeNames: all,
    ExpressionAttributeValues: { ...rest, ':revIs': rev },
    ...onRefusal,
  };
};

const returned = { ...post, title: 'New', content: '', rev: 'rev-written', updatedAt: now };
const seen = { ...postSeen, title: 'New', content: '', updatedAt: now };
const headers = { etag: newTag, 'cache-control': 'no-store' };
const input = { title: 'New', userId: ann.sk };
const staleDetail = 'The resource is no longer as If-Match says; its current ETag is in the headers.';
const stale = problemOf(412, 'stale', staleDetail, { headers: { etag: '"rev-of-post"' } });

describe('PUT /posts/{id}', () => {
  test('replaces in one update while the author stays, the default for what is absent', async () => {
    table.on(UpdateCommand).resolves({ Attributes: returned });
    expect(await replace(input)).toEqual(answerOf(200, { ...headers, etag: '"rev-written"' }, seen));
    expect(table.sent()).toEqual([['UpdateCommand', kept]]);
  });

  test('replaces in one update while there is no author', async () => {
    const { userId: _, ...item } = returned;
    table.on(UpdateCommand).resolves({ Attributes: item });
    const { userId: __, ...anonymous } = seen;
    expect((await replace({ title: 'New' })).body).toStrictEqual(anonymous);
    expect(table.sent()).toEqual([['UpdateCommand', dropped]]);
  });

  test('ignores what only the service sets', async () => {
    table.on(UpdateCommand).resolves({ Attributes: returned });
    expect((await replace({ ...seen, createdAt: 1, updatedAt: null })).status).toBe(200);
    expect(table.sent()).toEqual([['UpdateCommand', kept]]);
  });

  test('refuses another id than the one in the path', async () => {
    expect(await replace({ ...input, id: ann.sk })).toEqual(
      problemOf(400, 'invalid-body', '1 member is invalid.', {
        errors: [{ pointer: '#/id', detail: 'must be the id in the path, or left out' }],
      }),
    );
    expect(table.sent()).toEqual([]);
  });

  test('moves the post to another author in a transaction', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).resolves({});
    const answer = await replace({ title: 'New', userId: bob.sk });
    expect(answer).toEqual(answerOf(200, headers, { ...seen, userId: bob.sk }));
    const moved = { ...kept, ExpressionAttributeValues: { ...values, ':userId': bob.sk } };
    expect(table.sent()).toEqual([
      [
        'UpdateCommand',
        { ...moved, ExpressionAttributeValues: { ...moved.ExpressionAttributeValues, ':userIdIs': bob.sk } },
      ],
      transaction({ Update: pinned(moved, 'rev-of-post') }, count(ann.sk, -1), count(bob.sk, 1)),
    ]);
  });

  test('takes the author away in a transaction', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).resolves({});
    const { userId: _, ...anonymous } = seen;
    expect(await replace({ title: 'New' })).toEqual(answerOf(200, headers, anonymous));
    expect(table.sent()).toEqual([
      ['UpdateCommand', dropped],
      transaction({ Update: pinned(dropped, 'rev-of-post') }, count(ann.sk, -1)),
    ]);
  });

  test('answers with the revision that was written', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).resolves({});
    const { headers: got } = await replace({ title: 'New' });
    const [, [, { TransactItems }] = []] = table.sent();
    expect(got?.etag).toBe(`"${TransactItems[0].Update.ExpressionAttributeValues[':rev']}"`);
  });

  test('answers 422 when the new author does not exist', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).rejects(cancelled('None', 'None', 'ConditionalCheckFailed'));
    expect(await replace({ title: 'New', userId: bob.sk })).toEqual(
      problemOf(422, 'unknown-user', 'The userId names no user.'),
    );
  });

  test('answers 404 when there is no such post, whatever If-Match says', async () => {
    table.on(UpdateCommand).rejects(conditionFailed());
    expect(await replace(input, { 'if-match': '"rev-of-post"' })).toEqual(
      problemOf(404, 'not-found', 'There is no such resource.'),
    );
    expect(table.sent()).toHaveLength(1);
  });

  test('takes If-Match into the condition', async () => {
    table.on(UpdateCommand).resolves({ Attributes: returned });
    expect((await replace(input, { 'if-match': '"a", W/"b", "c"' })).status).toBe(200);
    expect(table.sent()).toEqual([
      [
        'UpdateCommand',
        {
          ...kept,
          ConditionExpression: '#updatedAt < :updatedAt AND rev IN (:match0, :match1) AND #userId = :userIdIs',
          ExpressionAttributeValues: { ...values, ':userIdIs': ann.sk, ':match0': 'a', ':match1': 'c' },
        },
      ],
    ]);
  });

  test.each(['"old"', 'W/"rev-of-post"', '"old", "older"'])('answers 412 to If-Match: %s', async (tags) => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    expect(await replace(input, { 'if-match': tags })).toEqual(stale);
    expect(table.sent()).toHaveLength(1);
  });

  test('asks for a condition that is never true when all tags of If-Match are weak', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    await replace(input, { 'if-match': 'W/"rev-of-post"' });
    const never = '#updatedAt < :updatedAt AND attribute_not_exists(pk) AND #userId = :userIdIs';
    expect(table.sent()).toEqual([['UpdateCommand', { ...kept, ConditionExpression: never }]]);
  });

  test('takes If-Match: * for any revision', async () => {
    table.on(UpdateCommand).resolves({ Attributes: returned });
    expect((await replace(input, { 'if-match': '*' })).status).toBe(200);
    expect(table.sent()).toEqual([['UpdateCommand', kept]]);
  });

  test('answers 412 when If-None-Match names the current ETag', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    const detail = 'The resource is already there; its current ETag is in the headers.';
    expect(await replace(input, { 'if-none-match': '"rev-of-post"' })).toEqual(
      problemOf(412, 'exists', detail, { headers: { etag: '"rev-of-post"' } }),
    );
    expect(table.sent()[0]?.[1].ConditionExpression).toBe(
      '#updatedAt < :updatedAt AND NOT rev IN (:noneMatch0) AND #userId = :userIdIs',
    );
  });

  test('answers 204 when the client prefers no body', async () => {
    table.on(UpdateCommand).resolves({ Attributes: returned });
    expect(await replace(input, { prefer: 'return=minimal' })).toEqual(
      answerOf(204, { ...headers, etag: '"rev-written"', 'preference-applied': 'return=minimal' }),
    );
  });
});
