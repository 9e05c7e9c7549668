import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/create';
import { cancelled, failedOn } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { storedUser } from './stored';

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
  ['title', 200],
  ['content', 50_000],
])('POST /posts answers 400 and stores nothing when the %s has more than %i characters', async (name, max) => {
  const { status, body } = await createPost({ title: 'x', [name]: '👋'.repeat(max + 1) });
  expect([status, body.errors]).toEqual([
    400,
    [{ pointer: `#/${name}`, detail: `must be at most ${max} characters long` }],
  ]);
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
