import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/list';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';
import { anonymousPost, postBody, storedPost, storedUser } from './stored';

const table = mockTable();
const listPosts = (query = '') => invoke(handler, eventOf('GET /posts', { query }));

test('GET /posts answers a page, and links to the next one', async () => {
  table
    .on(QueryCommand)
    .resolves({ Items: [storedPost, { ...anonymousPost, sk: '01a1f3ad-8e00-7000-8000-000000000001' }] });
  const { status, headers, body } = await listPosts('limit=1');
  expect([status, body]).toEqual([200, [postBody]]);
  expect(headers?.link).toBe(`<https://api.example/posts?limit=1&after=${storedPost.sk}>; rel="next"`);
  const input = { TableName: 'table', Limit: 2, ScanIndexForward: false };
  expect(table.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject(input);
});

test('GET /posts?userId= reads the index byUser', async () => {
  table.on(QueryCommand).resolves({ Items: [storedPost] });
  expect((await listPosts(`userId=${storedUser.sk}`)).body).toEqual([postBody]);
  const ExpressionAttributeValues = { ':within': storedUser.sk };
  const input = { IndexName: 'byUser', ExpressionAttributeNames: { '#within': 'userId' }, ExpressionAttributeValues };
  expect(table.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject(input);
});

describe('GET /posts?expand=user', () => {
  beforeEach(() => {
    table.on(QueryCommand).resolves({ Items: [storedPost] });
  });

  test('answers 503 when DynamoDB leaves an author out again and again', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0); // no pause before a retry
    table.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: [{ pk: 'USER', sk: storedUser.sk }] } } });
    expect((await listPosts('expand=user')).status).toBe(503);
  });

  test.each([
    ['is gone', []],
    ['is malformed', [{ sk: storedUser.sk, name: 7 }]],
  ])('leaves a post as it is when its author %s', async (_, authors) => {
    table.on(BatchGetCommand).resolves({ Responses: { table: authors } });
    expect((await listPosts('expand=user')).body).toStrictEqual([postBody]);
  });
});
