import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/create';
import { cancelled, failedOn } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';

const table = mockTable();

test('POST /posts stores the post and answers 201', async () => {
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await invoke(handler, eventOf('POST /posts', { body: { title: 'Hello' } }));
  expect(status).toBe(201);
  expect(body).toMatchObject({ title: 'Hello', content: '' });
  const Item = { pk: 'POST', sk: body.id, title: 'Hello', content: '' };
  const Put = { TableName: 'table', Item, ConditionExpression: 'attribute_not_exists(pk)' };
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input).toMatchObject({ TransactItems: [{ Put }] });
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
