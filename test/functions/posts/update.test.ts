import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { updatePost } from '../../../functions/posts/handlers';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { postBody, storedPost } from './stored';

const table = mockTable();

test('PATCH /posts/{id} changes the post if a value differs, and answers the post', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { ...storedPost, title: 'New' } });
  const { status, body } = await invoke(
    updatePost,
    eventOf(`PATCH /posts/${storedPost.sk}`, { body: { title: 'New' } }),
  );
  expect([status, body]).toEqual([200, { ...postBody, title: 'New' }]);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'table',
    Key: { pk: 'POST', sk: storedPost.sk },
    UpdateExpression: 'SET #title = :title, #rev = :rev, #updatedAt = :updatedAt',
    ConditionExpression: '#updatedAt < :updatedAt AND (#title <> :Istitle)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
});
