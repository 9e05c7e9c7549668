import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/update';
import { cancelled, conditionFailed, failedOn, throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable, otherUser, postBody, storedPost } from '../../support/unit/table';

const table = mockTable();
const updatePost = (body: object, headers = {}) =>
  invoke(handler, eventOf(`PATCH /posts/${storedPost.sk}`, { body, headers }));

test('PATCH /posts/{id} changes the post if a value differs, and answers the post', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { ...storedPost, title: 'New' } });
  const { status, body } = await updatePost({ title: 'New' });
  expect([status, body]).toEqual([200, { ...postBody, title: 'New' }]);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'table',
    Key: { pk: 'POST', sk: storedPost.sk },
    UpdateExpression: 'SET #title = :title, #rev = :rev, #updatedAt = :updatedAt',
    ConditionExpression: '#updatedAt < :updatedAt AND (#title <> :Istitle)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
});

test('PATCH /posts/{id} answers the stored post when no value differs', async () => {
  table.on(UpdateCommand).rejects(conditionFailed(storedPost));
  const { status, headers, body } = await updatePost({ title: storedPost.title });
  expect([status, headers?.etag, body]).toEqual([200, '"rev-of-post"', postBody]);
  expect(table.commandCalls(UpdateCommand)).toHaveLength(1);
});

test('PATCH /posts/{id} answers 404 when the post does not exist', async () => {
  table.on(UpdateCommand).rejects(conditionFailed());
  const { status, body } = await updatePost({ title: 'New' });
  expect([status, body.code]).toEqual([404, 'not-found']);
});

test('PATCH /posts/{id} answers 412 when the post has another ETag', async () => {
  table.on(UpdateCommand).rejects(conditionFailed(storedPost));
  const { status, headers, body } = await updatePost({ title: 'New' }, { 'if-match': '"old"' });
  expect([status, headers?.etag, body.code]).toEqual([412, '"rev-of-post"', 'stale']);
});

test('PATCH /posts/{id} answers 422 when the new author does not exist', async () => {
  table.on(UpdateCommand).rejects(conditionFailed(storedPost));
  table.on(TransactWriteCommand).rejects(cancelled('None', 'None', failedOn()));
  const { status, body } = await updatePost({ userId: otherUser.sk });
  expect([status, body.errors]).toEqual([422, [{ pointer: '#/userId', detail: 'No user has this userId.' }]]);
});

test('PATCH /posts/{id} answers 503 when DynamoDB throttles', async () => {
  table.on(UpdateCommand).rejects(throttled());
  const { status, body } = await updatePost({ title: 'New' });
  expect([status, body.code]).toEqual([503, 'unavailable']);
});
