import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { replacePost } from '../../../functions/posts/handlers';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { anonymousPost, anonymousPostBody, storedPost } from './stored';

const table = mockTable();

test('PUT /posts/{id} replaces the post, and empties what the body leaves out', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { ...anonymousPost, content: '' } });
  const { status, body } = await invoke(
    replacePost,
    eventOf(`PUT /posts/${storedPost.sk}`, { body: { title: 'Hello' } }),
  );
  expect([status, body]).toEqual([200, { ...anonymousPostBody, content: '' }]);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    Key: { pk: 'POST', sk: storedPost.sk },
    UpdateExpression: 'SET #title = :title, #content = :content, #rev = :rev, #updatedAt = :updatedAt REMOVE #userId',
    ConditionExpression: '#updatedAt < :updatedAt AND attribute_not_exists(#userId)',
  });
});
