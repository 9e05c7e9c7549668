import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/update';
import { conditionFailed } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { postBody, storedPost } from './stored';

const table = mockTable();
const updatePost = (body: object) => invoke(handler, eventOf(`PATCH /posts/${storedPost.sk}`, { body }));

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
