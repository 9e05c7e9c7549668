import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/list';
import { throttled } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { anonymousPost, mockTable, postBody, storedPost, storedUser } from '../../support/unit/table';

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
  const input = { IndexName: 'byUser', ExpressionAttributeValues };
  expect(table.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject(input);
});

describe('GET /posts?expand=user', () => {
  const UnprocessedKeys = { table: { Keys: [{ pk: 'USER', sk: storedUser.sk }] } };
  beforeEach(() => {
    table.on(QueryCommand).resolves({ Items: [storedPost] });
    jest.spyOn(Math, 'random').mockReturnValue(0); // no pause before a retry
  });

  test('asks again for the authors that DynamoDB has left out', async () => {
    table
      .on(BatchGetCommand)
      .resolvesOnce({ UnprocessedKeys })
      .resolves({ Responses: { table: [storedUser] } });
    const user = { id: storedUser.sk, name: 'Ann' };
    expect((await listPosts('expand=user')).body).toStrictEqual([{ ...postBody, user }]);
    expect(table.commandCalls(BatchGetCommand)).toHaveLength(2);
  });

  test('answers 503 when DynamoDB leaves an author out again and again', async () => {
    table.on(BatchGetCommand).resolves({ UnprocessedKeys });
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

test('GET /posts answers 503 when DynamoDB throttles', async () => {
  table.on(QueryCommand).rejects(throttled());
  const { status, body } = await listPosts();
  expect([status, body.code]).toEqual([503, 'unavailable']);
});
