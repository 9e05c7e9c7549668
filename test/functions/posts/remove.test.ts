import { DeleteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { removePost } from '../../../functions/posts/handlers';
import { cancelled, conditionFailed, failedOn } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { anonymousPost, storedPost } from './stored';

const table = mockTable();
const send = () => invoke(removePost, eventOf(`DELETE /posts/${storedPost.sk}`));

test('DELETE /posts/{id} deletes the revision that it has read', async () => {
  table.on(GetCommand).resolves({ Item: anonymousPost });
  table.on(DeleteCommand).resolves({});
  expect((await send()).status).toBe(204);
  expect(table.commandCalls(DeleteCommand)[0]?.args[0].input).toMatchObject({
    Key: { pk: 'POST', sk: storedPost.sk },
    ConditionExpression: '#rev = :Isrev AND attribute_not_exists(#is__parent)',
    ExpressionAttributeValues: { ':Isrev': 'rev-of-post' },
  });
});

test('DELETE /posts/{id} answers 409 when newer code, which runs beside this code, has counted children', async () => {
  const counter = { pk: `COUNT#POST#${storedPost.sk}`, sk: 'COUNT', children__total: 1, other_postId__count: 1 };
  table.on(GetCommand).resolves({ Item: { ...anonymousPost, is__parent: true } });
  table.on(TransactWriteCommand).rejects(cancelled('None', failedOn(counter)));
  const { status, body } = await send();
  expect([status, body.code]).toEqual([409, 'post-has-children']);
});

test('DELETE /posts/{id} answers 404 when another request has deleted the post meanwhile', async () => {
  table.on(GetCommand).resolves({ Item: anonymousPost });
  table.on(DeleteCommand).rejects(conditionFailed());
  jest.spyOn(Math, 'random').mockReturnValue(0); // no pause before the retry
  expect((await send()).status).toBe(404);
});
