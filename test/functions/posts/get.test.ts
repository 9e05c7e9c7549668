import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { getPost } from '../../../functions/posts/handlers';
import { throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { postBody, storedPost } from './stored';

const table = mockTable();
const send = () => invoke(getPost, eventOf(`GET /posts/${storedPost.sk}`));

test('GET /posts/{id} answers the post with its ETag', async () => {
  table.on(GetCommand).resolves({ Item: storedPost });
  const { status, headers, body } = await send();
  expect([status, headers?.etag, body]).toEqual([200, '"rev-of-post"', postBody]);
  const input = { TableName: 'table', Key: { pk: 'POST', sk: storedPost.sk }, ConsistentRead: true };
  expect(table.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject(input);
});

test('GET /posts/{id} answers 404 when the post does not exist', async () => {
  table.on(GetCommand).resolves({});
  const { status, body } = await send();
  expect([status, body.code]).toEqual([404, 'not-found']);
});

test('GET /posts/{id} answers 503 when DynamoDB throttles', async () => {
  table.on(GetCommand).rejects(throttled());
  const { status, body } = await send();
  expect([status, body.code]).toEqual([503, 'unavailable']);
});
