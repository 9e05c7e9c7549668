import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/replace';
import { conditionFailed } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { anonymousPost, anonymousPostBody, storedPost, storedUser } from './stored';

const table = mockTable();
const replacePost = (body: object, headers = {}) =>
  invoke(handler, eventOf(`PUT /posts/${storedPost.sk}`, { body, headers }));

test('PUT /posts/{id} replaces the post, and empties what the body leaves out', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { ...anonymousPost, content: '' } });
  const { status, body } = await replacePost({ title: 'Hello' });
  expect([status, body]).toEqual([200, { ...anonymousPostBody, content: '' }]);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    Key: { pk: 'POST', sk: storedPost.sk },
    UpdateExpression: 'SET #title = :title, #content = :content, #rev = :rev, #updatedAt = :updatedAt REMOVE #userId',
    ConditionExpression: '#updatedAt < :updatedAt AND attribute_not_exists(#userId)',
  });
});

test('PUT /posts/{id} with a new author moves the post from one count to the other', async () => {
  table.on(UpdateCommand).rejects(conditionFailed(anonymousPost));
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await replacePost({ title: 'Hello', userId: storedUser.sk });
  expect([status, body.userId]).toEqual([200, storedUser.sk]);
  const { TransactItems = [] } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  expect(TransactItems).toMatchObject([
    { Update: { ConditionExpression: '#rev = :Isrev', ExpressionAttributeValues: { ':Isrev': 'rev-of-post' } } },
    { Update: { Key: { pk: 'USER', sk: storedUser.sk }, UpdateExpression: 'ADD postCount :By' } },
  ]);
});

test('PUT /posts/{id} with If-None-Match: * creates the post', async () => {
  table.on(TransactWriteCommand).resolves({});
  expect((await replacePost({ title: 'Hello' }, { 'if-none-match': '*' })).status).toBe(201);
  const Put = { Item: { pk: 'POST', sk: storedPost.sk }, ConditionExpression: 'attribute_not_exists(pk)' };
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input).toMatchObject({ TransactItems: [{ Put }] });
});
