import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { listPosts } from '../../../functions/posts/handlers';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { anonymousPost, postBody, storedPost, storedUser } from './stored';

const table = mockTable();

test('GET /posts answers a page, and links to the next one', async () => {
  table
    .on(QueryCommand)
    .resolves({ Items: [storedPost, { ...anonymousPost, sk: '01a1f3ad-8e00-7000-8000-000000000001' }] });
  const { status, headers, body } = await invoke(listPosts, eventOf('GET /posts', { query: 'limit=1' }));
  expect([status, body]).toEqual([200, [postBody]]);
  expect(headers?.link).toBe(`<https://api.example/posts?limit=1&after=${storedPost.sk}>; rel="next"`);
  const input = { TableName: 'table', Limit: 2, ScanIndexForward: false };
  expect(table.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject(input);
});

test('GET /posts?expand=user answers 503 when DynamoDB leaves an author out again and again', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0); // no pause before a retry
  table.on(QueryCommand).resolves({ Items: [storedPost] });
  table.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: [{ pk: 'USER', sk: storedUser.sk }] } } });
  expect((await invoke(listPosts, eventOf('GET /posts', { query: 'expand=user' }))).status).toBe(503);
});
