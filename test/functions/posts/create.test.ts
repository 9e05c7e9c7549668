import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/create';
import { cancelled, failedOn, throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable, storedUser } from '../../support/unit/table';

const table = mockTable();
const createPost = (body: object) => invoke(handler, eventOf('POST /posts', { body }));
const withAuthor = { title: 'Hello', userId: storedUser.sk };

test('POST /posts stores the post and answers 201', async () => {
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await createPost({ title: 'Hello' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ title: 'Hello', content: '' });
  const Item = { pk: 'POST', sk: body.id, title: 'Hello', content: '' };
  const Put = { TableName: 'table', Item, ConditionExpression: 'attribute_not_exists(pk)' };
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input).toMatchObject({ TransactItems: [{ Put }] });
});

test('POST /posts counts the post of an author in the same transaction', async () => {
  table.on(TransactWriteCommand).resolves({});
  expect((await createPost(withAuthor)).body).toMatchObject({ userId: storedUser.sk });
  const Key = { pk: 'USER', sk: storedUser.sk };
  const Update = { Key, UpdateExpression: 'ADD postCount :By', ExpressionAttributeValues: { ':By': 1 } };
  const { TransactItems } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  expect(TransactItems?.[1]).toMatchObject({ Update });
});

test.each([
  ['has no title', { content: 'World' }, 'title is required'],
  ['has a title of 201 characters', { title: '👋'.repeat(201) }, 'title must be at most 200 characters'],
  ['has a content of 50,001', { title: 'x', content: 'x'.repeat(50_001) }, 'content must be at most 50000 characters'],
])('POST /posts answers 400 and stores nothing when the body %s', async (_, post, detail) => {
  const { status, body } = await createPost(post);
  expect([status, body.code, body.detail]).toEqual([400, 'invalid-body', expect.stringContaining(detail)]);
  expect(table.calls()).toEqual([]);
});

test.each([
  ['422 when the author does not exist', undefined, [422, 'unknown-user', 'No user has this userId.']],
  [
    '409 when the author is being deleted',
    { ...storedUser, closedUntil: '9999' },
    [409, 'user-closing', expect.stringContaining('repeat the deletion')],
  ],
])('POST /posts answers %s', async (_, author, expected) => {
  table.on(TransactWriteCommand).rejects(cancelled('None', failedOn(author)));
  const { status, body } = await createPost(withAuthor);
  expect([status, body.code, body.detail]).toEqual(expected);
});

test('POST /posts answers the first response to a key of a version with other defaults', async () => {
  const event = eventOf('POST /posts', { body: { title: 'Hello' }, headers: { 'idempotency-key': 'k' } });
  table.on(TransactWriteCommand).resolvesOnce({});
  const { body } = await invoke(handler, event);
  const storedKey = table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems?.[1]?.Put?.Item;
  const ofOtherVersion = { ...storedKey, fingerprint: 'of the first body', defaults: '{"content":"Hi"}' };
  table.on(TransactWriteCommand).rejects(cancelled('None', failedOn(ofOtherVersion)));
  expect(await invoke(handler, event)).toMatchObject({ status: 201, body: { ...body, content: 'Hi' } });
});

test('POST /posts answers 503 when DynamoDB throttles', async () => {
  table.on(TransactWriteCommand).rejects(throttled());
  const { status, body } = await createPost(withAuthor);
  expect([status, body.code]).toEqual([503, 'unavailable']);
});
