import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { createPost } from '../../../functions/posts/handlers';
import { cancelled, failedOn } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';

const table = mockTable();

test('POST /posts stores the post and answers 201', async () => {
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await invoke(createPost, eventOf('POST /posts', { body: { title: 'Hello' } }));
  expect(status).toBe(201);
  expect(body).toMatchObject({ title: 'Hello', content: '' });
  const Item = { pk: 'POST', sk: body.id, title: 'Hello', content: '' };
  const Put = { TableName: 'table', Item, ConditionExpression: 'attribute_not_exists(pk)' };
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input).toMatchObject({ TransactItems: [{ Put }] });
});

const first = { title: 'Hello' };
const ofOtherDefault = { defaults: '{"content":"Hi"}' };
test.each<[string, object, object, number]>([
  ['the same body', first, {}, 201],
  ['the same body, from before a default changed,', first, ofOtherDefault, 201],
  ['a body that left the new default out', { ...first, content: '' }, ofOtherDefault, 422],
])('POST /posts compares its body with a key that came with %s', async (_, body, stored, status) => {
  const post = (sent: object) =>
    invoke(createPost, eventOf('POST /posts', { body: sent, headers: { 'idempotency-key': 'k' } }));
  table.on(TransactWriteCommand).resolvesOnce({});
  const { body: created } = await post(first);
  const storedKey = table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems?.[1]?.Put?.Item;
  table.on(TransactWriteCommand).rejects(cancelled('None', failedOn({ ...storedKey, ...stored })));
  const answer = await post(body);
  const content = 'defaults' in stored ? 'Hi' : '';
  const reused = { code: 'idempotency-key-reused' };
  expect(answer).toMatchObject({ status, body: status === 201 ? { ...created, content } : reused });
});
