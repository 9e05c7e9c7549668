import { DeleteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/remove';
import { conditionFailed } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { anonymousPost, storedPost, storedUser } from './stored';

const table = mockTable();
const removePost = () => invoke(handler, eventOf(`DELETE /posts/${storedPost.sk}`));

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

test('DELETE /posts/{id} answers 409 when newer code has counted children', async () => {
  table.on(GetCommand).resolves({ Item: { ...anonymousPost, newKindCount: 1 } });
  const { status, body } = await removePost();
  expect([status, body.code]).toEqual([409, 'post-has-children']);
});

test('DELETE /posts/{id} answers 404 when another request has deleted the post meanwhile', async () => {
  table.on(GetCommand).resolves({ Item: anonymousPost });
  table.on(DeleteCommand).rejects(conditionFailed());
  jest.spyOn(Math, 'random').mockReturnValue(0); // no pause before the retry
  expect((await removePost()).status).toBe(404);
});
