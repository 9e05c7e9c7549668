import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { handler } from '../../../functions/posts/create';
import { eventOf, invoke } from '../../support/event';

process.env.TABLE_NAME = 'table';
const dynamodb = mockClient(DynamoDBDocumentClient);
beforeEach(() => {
  dynamodb.reset();
  jest.spyOn(process.stdout, 'write').mockReturnValue(true); // hides the log line of the request
});
afterEach(() => jest.restoreAllMocks());

test('POST /posts stores the post and answers 201', async () => {
  dynamodb.on(TransactWriteCommand).resolves({});
  const { status, body } = await invoke(handler, eventOf('POST /posts', { body: { title: 'Hello' } }));
  expect(status).toBe(201);
  expect(body).toMatchObject({ title: 'Hello', content: '' });
  const Item = { pk: 'POST', sk: body.id, title: 'Hello', content: '' };
  const Put = { TableName: 'table', Item, ConditionExpression: 'attribute_not_exists(pk)' };
  expect(dynamodb.commandCalls(TransactWriteCommand)[0]?.args[0].input).toMatchObject({ TransactItems: [{ Put }] });
});

test('POST /posts answers 400 and stores nothing when the title is missing', async () => {
  const { status, body } = await invoke(handler, eventOf('POST /posts', { body: { content: 'World' } }));
  expect([status, body.code]).toEqual([400, 'invalid-body']);
  expect(dynamodb.calls()).toEqual([]);
});
