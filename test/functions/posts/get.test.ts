import { handler } from '../../../functions/posts/get';
import { Post } from '../../../functions/posts/model';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import { readAs } from '../../support/model';
import { mockTable, onTable, post, postSeen } from '../../support/table';

const table = mockTable();
const get = (headers = {}, id = post.sk, method = 'GET') =>
  invoke(handler, eventOf(`${method} /posts/${id}`, { headers }));
const headers = { etag: '"rev-of-post"', 'cache-control': 'no-cache' };

describe('GET /posts/{id}', () => {
  test('answers the post, read consistently', async () => {
    table.onAnyCommand().resolves({ Item: post });
    expect(await get()).toEqual(answerOf(200, headers, postSeen));
    expect(table.sent()).toEqual([
      ['GetCommand', { ...onTable, Key: { pk: 'POST', sk: post.sk }, ConsistentRead: true }],
    ]);
  });

  test('answers as its model says', async () => {
    table.onAnyCommand().resolves({ Item: post });
    expect(readAs(Post, (await get()).body)).toEqual(postSeen);
  });

  test('leaves userId out when the post has none', async () => {
    const { userId: _, ...item } = post;
    table.onAnyCommand().resolves({ Item: item });
    const { userId: __, ...seen } = postSeen;
    expect((await get()).body).toStrictEqual(seen);
  });

  test('says nothing of attributes that are not members', async () => {
    table.onAnyCommand().resolves({ Item: { ...post, secret: 'x', postCount: 1 } });
    expect((await get()).body).toStrictEqual(postSeen);
  });

  test('answers HEAD as GET; the gateway drops the body', async () => {
    table.onAnyCommand().resolves({ Item: post });
    expect(await get({}, post.sk, 'HEAD')).toEqual(answerOf(200, headers, postSeen));
  });

  test('answers 304 to If-None-Match with its ETag', async () => {
    table.onAnyCommand().resolves({ Item: post });
    expect(await get({ 'if-none-match': '"rev-of-post"' })).toEqual(answerOf(304, headers));
  });

  test('answers 412 to If-Match with another ETag', async () => {
    table.onAnyCommand().resolves({ Item: post });
    const detail = 'The resource is no longer as If-Match says; its current ETag is in the headers.';
    expect(await get({ 'if-match': '"old"' })).toEqual(
      problemOf(412, 'stale', detail, { headers: { etag: '"rev-of-post"' } }),
    );
  });

  test('answers 404 when there is no such post', async () => {
    table.onAnyCommand().resolves({});
    expect(await get()).toEqual(problemOf(404, 'not-found', 'There is no such resource.'));
  });
});
