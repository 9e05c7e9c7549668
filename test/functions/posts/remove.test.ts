import { DeleteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/remove';
import { ask } from '../../support/resources';
import { cancelled, conditionFailed, failedOn, throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { anonymousPost, mockTable, storedPost, storedUser } from '../../support/unit/table';

const table = mockTable();
const removePost = (headers = {}) => invoke(handler, eventOf(`DELETE /posts/${storedPost.sk}`, { headers }));

test('DELETE /posts/{id} deletes the revision that it has read', async () => {
  // Newer code, which runs beside this code, counts children of another kind.
  table.on(GetCommand).resolves({ Item: { ...anonymousPost, newKindCount: 0 } });
  table.on(DeleteCommand).resolves({});
  expect((await removePost()).status).toBe(204);
  expect(table.commandCalls(DeleteCommand)[0]?.args[0].input).toMatchObject({
    Key: { pk: 'POST', sk: storedPost.sk },
    ConditionExpression: expect.stringMatching(/^#rev = :Isrev AND .*newKindCount = :None\)$/),
    ExpressionAttributeValues: { ':Isrev': 'rev-of-post' },
  });
});

test('DELETE /posts/{id} of a post with an author takes it from the count of the author', async () => {
  table.on(GetCommand).resolves({ Item: storedPost });
  table.on(TransactWriteCommand).resolves({});
  expect((await removePost()).status).toBe(204);
  const Update = { Key: { pk: 'USER', sk: storedUser.sk }, ExpressionAttributeValues: { ':By': -1 } };
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  expect(TransactItems?.[1]).toMatchObject({ Update });
});

test.each([
  ['404 when the post does not exist', undefined, {}, [404, 'not-found']],
  ['409 when newer code has counted children', { ...anonymousPost, newKindCount: 1 }, {}, [409, 'post-has-children']],
  ['412 when the post has another ETag', anonymousPost, { 'if-match': '"old"' }, [412, 'stale']],
])('DELETE /posts/{id} answers %s', async (_, Item, headers, expected) => {
  table.on(GetCommand).resolves({ Item });
  const { status, body } = await removePost(headers);
  expect([status, body.code]).toEqual(expected);
});

test('DELETE /posts/{id} answers 404 when another request has deleted the post meanwhile', async () => {
  table.on(GetCommand).resolves({ Item: anonymousPost });
  table.on(DeleteCommand).rejects(conditionFailed());
  jest.spyOn(Math, 'random').mockReturnValue(0); // no pause before the retry
  expect((await removePost()).status).toBe(404);
});

test('DELETE /posts/{id} answers 503 when DynamoDB throttles', async () => {
  table.on(GetCommand).rejects(throttled());
  const { status, body } = await removePost();
  expect([status, body.code]).toEqual([503, 'unavailable']);
});

test('DELETE /api/v1/users/{id} answers 409 when the first post came meanwhile', async () => {
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(TransactWriteCommand).rejects(cancelled(failedOn({ ...storedUser, postCount: 1 }), 'None'));
  const { status, headers, body } = await ask(`DELETE /api/v1/users/${storedUser.sk}`);
  expect([status, body.code]).toEqual([409, 'user-has-posts']);
  expect(headers?.link).toBe(`</posts?userId=${storedUser.sk}>; rel="related"`);
  const condition = '(attribute_not_exists(postCount) OR postCount = :None)';
  const ConditionExpression = expect.stringContaining(condition);
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  expect(TransactItems?.[0]).toMatchObject({ Delete: { ConditionExpression } });
});
