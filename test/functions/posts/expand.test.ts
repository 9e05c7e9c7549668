import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet, query, within } from '../../support/dynamodb/commands';
import { posts } from '../../support/resources';
import { unavailable } from '../../support/responses';
import {
  anonymousPost,
  anonymousPostBody,
  idOf,
  mockTable,
  postBody,
  storedPost,
  storedUser,
} from '../../support/table';
import { skipPauses } from '../../support/time';

const table = mockTable();

const other = idOf(2);
const item = (number: number, userId: string) => ({ ...storedPost, sk: idOf(number), userId });
const shown = { ProjectionExpression: 'sk, #name', ExpressionAttributeNames: { '#name': 'name' } };
const asked = (...ids: string[]) => batchGet({ Keys: ids.map((sk) => ({ pk: 'USER', sk })), ...shown });
const finds = (...authors: object[]) =>
  table.on(BatchGetCommand).resolves({ Responses: { table: authors as Record<string, unknown>[] } });
const list = (parameters = '') => posts.ask('list', { query: `expand=user${parameters}` });

describe('GET /posts?expand=user', () => {
  test('adds the author to each post, and reads each author once', async () => {
    table.on(QueryCommand).resolves({ Items: [storedPost, item(12, other), item(11, storedUser.sk)] });
    finds({ sk: other, name: 'Bob' }, { sk: storedUser.sk, name: 'Ann' });
    const { body } = await list();
    const [ann, bob] = [
      { id: storedUser.sk, name: 'Ann' },
      { id: other, name: 'Bob' },
    ];
    expect(body).toStrictEqual([
      { ...postBody, id: idOf(12), userId: other, user: bob },
      { ...postBody, id: idOf(11), user: ann },
      { ...postBody, user: ann },
    ]);
    expect(table.sent()).toEqual([query({ ...within({ pk: 'POST' }), Limit: 51 }), asked(other, storedUser.sk)]);
  });

  test('shows of an author the id and the name only, whatever DynamoDB replies', async () => {
    table.on(QueryCommand).resolves({ Items: [storedPost] });
    finds(storedUser);
    expect((await list()).body).toStrictEqual([{ ...postBody, user: { id: storedUser.sk, name: 'Ann' } }]);
  });

  test('reads no author when no post has one', async () => {
    table.on(QueryCommand).resolves({ Items: [anonymousPost] });
    expect((await list()).body).toStrictEqual([anonymousPostBody]);
    expect(table.sent()).toHaveLength(1);
  });

  test.each([
    ['is gone', []],
    ['is malformed', [{ sk: storedUser.sk, name: 7 }]],
  ])('leaves a post without `user` when its author %s', async (_, authors) => {
    table.on(QueryCommand).resolves({ Items: [storedPost] });
    finds(...authors);
    expect((await list()).body).toStrictEqual([postBody]);
  });

  test('asks again for an author whom DynamoDB has left out, and answers 503 when that does not help', async () => {
    skipPauses();
    table.on(QueryCommand).resolves({ Items: [storedPost] });
    const UnprocessedKeys = { table: { Keys: [{ pk: 'USER', sk: storedUser.sk }] } };
    const Responses = { table: [{ sk: storedUser.sk, name: 'Ann' }] };
    table.on(BatchGetCommand).resolvesOnce({ Responses: {}, UnprocessedKeys }).resolves({ Responses });
    expect((await list()).body).toMatchObject([{ user: { name: 'Ann' } }]);
    expect(table.sent().slice(1)).toEqual([asked(storedUser.sk), asked(storedUser.sk)]);
    table.on(BatchGetCommand).resolves({ UnprocessedKeys });
    expect(await list()).toEqual(unavailable);
  });

  test('keeps the parameter in the link to the next page', async () => {
    table.on(QueryCommand).resolves({ Items: [item(12, other), item(11, other)], LastEvaluatedKey: { pk: 'POST' } });
    finds({ sk: other, name: 'Bob' });
    expect((await list('&limit=1')).headers?.link).toBe(
      `<https://api.example/posts?expand=user&limit=1&after=${idOf(12)}>; rel="next"`,
    );
  });

  test('combines with ids', async () => {
    table
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { table: [{ ...storedPost }] } })
      .resolves({ Responses: { table: [{ sk: storedUser.sk, name: 'Ann' }] } });
    const { body } = await list(`&id=${storedPost.sk}`);
    expect(body).toStrictEqual([{ ...postBody, user: { id: storedUser.sk, name: 'Ann' } }]);
  });
});
