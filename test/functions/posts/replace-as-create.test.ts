import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/replace';
import { answerOf, eventOf, invoke, problemOf, unavailable } from '../../support/event';
import {
  ann,
  cancelled,
  count,
  ifAbsent,
  mockTable,
  newRev,
  newTag,
  now,
  post,
  transaction,
} from '../../support/table';

const table = mockTable();
beforeEach(() => jest.useFakeTimers({ now: Date.parse(now) }));
afterEach(() => jest.useRealTimers());

const put = (body: unknown, id = post.sk, headers = {}) =>
  invoke(handler, eventOf(`PUT /posts/${id}`, { body, headers: { 'if-none-match': '*', ...headers } }));

const Item = { pk: 'POST', sk: post.sk, rev: newRev, updatedAt: now, title: 'New', content: '' };
const seen = { id: post.sk, title: 'New', content: '', createdAt: '2026-11-19T12:00:00.000Z', updatedAt: now };
const headers = { etag: newTag, location: `https://api.example/posts/${post.sk}`, 'cache-control': 'no-store' };
const exists = problemOf(412, 'exists', 'The resource is already there; its current ETag is in the headers.', {
  headers: { etag: '"rev-of-post"' },
});

describe('PUT /posts/{id} with If-None-Match: *', () => {
  test('creates a post under the id in the path, in a transaction that can be sent twice', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await put({ title: 'New' })).toEqual(answerOf(201, headers, seen));
    expect(table.sent()).toEqual([transaction({ Put: { TableName: 'table', Item, ...ifAbsent } })]);
  });

  test('takes back a post as it was read, read-only members ignored', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await put({ ...seen, createdAt: 'x', updatedAt: 'y' })).toEqual(answerOf(201, headers, seen));
  });

  test('counts the post of an author in the same transaction', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await put({ title: 'New', userId: ann.sk })).toEqual(answerOf(201, headers, { ...seen, userId: ann.sk }));
    expect(table.sent()).toEqual([
      transaction({ Put: { TableName: 'table', Item: { ...Item, userId: ann.sk }, ...ifAbsent } }, count(ann.sk, 1)),
    ]);
  });

  test('answers without a body when the client prefers it', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await put({ title: 'New' }, post.sk, { prefer: 'return=minimal' })).toEqual(
      answerOf(201, { ...headers, 'preference-applied': 'return=minimal' }),
    );
  });

  test('answers 412 when the post is there', async () => {
    table.on(TransactWriteCommand).rejects(cancelled({ Code: 'ConditionalCheckFailed', Item: post }));
    expect(await put({ title: 'New' })).toEqual(exists);
  });

  test('answers 412 when the post is there, before it misses the author', async () => {
    const reasons = [{ Code: 'ConditionalCheckFailed', Item: post }, 'ConditionalCheckFailed'];
    table.on(TransactWriteCommand).rejects(cancelled(...reasons));
    expect(await put({ title: 'New', userId: ann.sk })).toEqual(exists);
  });

  test('answers 503 when the table says no, and not what is there', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed'));
    expect(await put({ title: 'New' })).toEqual(unavailable());
  });

  test('answers 422 when the author does not exist', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    expect(await put({ title: 'New', userId: ann.sk })).toEqual(
      problemOf(422, 'unknown-user', 'The userId names no user.'),
    );
  });

  test('takes an id of up to a minute ahead', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect((await put({ title: 'New' }, '01a1f641-a660-7000-8000-000000000000')).body.createdAt).toBe(
      '2026-11-20T00:01:00.000Z',
    );
  });

  test.each([
    ['of a time more than a minute ahead', '01a1f641-a661-7000-8000-000000000000'],
    ['in upper case', post.sk.toUpperCase()],
    ['of another version', '9b2f1f8e-3c57-4d9e-8a25-0c1f5d2e7a10'],
    ['of another variant', '01a1f3ad-8e00-7000-c000-000000000001'],
    ['that is no UUID', '1'],
  ])('refuses an id %s', async (_, id) => {
    const detail = 'To create under this id, it must be a lower-case UUIDv7 of a time that is not in the future.';
    expect(await put({ title: 'New' }, id)).toEqual(problemOf(400, 'invalid-id', detail));
    expect(table.sent()).toEqual([]);
  });

  test('cannot go with If-Match', async () => {
    const detail = 'cannot be * beside If-Match: one asks for a resource, the other for none';
    expect(await put({ title: 'New' }, post.sk, { 'if-match': '*' })).toEqual(
      problemOf(400, 'invalid-header', '1 header is invalid.', { errors: [{ header: 'If-None-Match', detail }] }),
    );
    expect(table.sent()).toEqual([]);
  });
});
