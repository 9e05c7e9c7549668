import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/create';
import { answerOf, eventOf, invoke, problemOf, unavailable } from '../../support/event';
import {
  ann,
  bob,
  cancelled,
  conditionFailed,
  count,
  ifAbsent,
  mintedNow,
  mockTable,
  newRev,
  newTag,
  now,
  onTable,
  transaction,
} from '../../support/table';

const table = mockTable();
beforeEach(() => jest.useFakeTimers({ now: Date.parse(now) }));
afterEach(() => jest.useRealTimers());

const create = (body: unknown, headers = {}) => invoke(handler, eventOf('POST /posts', { body, headers }));

const Item = { pk: 'POST', sk: mintedNow, rev: newRev, updatedAt: now, title: 'Hello', content: 'World' };
const seen = { id: mintedNow, title: 'Hello', content: 'World', createdAt: now, updatedAt: now };
const location = expect.stringMatching(/^https:\/\/api\.example\/posts\/01a1f640-bc00-7[\da-f-]{21}$/);
const headers = { etag: newTag, location, 'cache-control': 'no-store' };

describe('POST /posts', () => {
  test('writes a post without an author alone', async () => {
    table.on(PutCommand).resolves({});
    expect(await create({ title: 'Hello', content: 'World' })).toEqual(answerOf(201, headers, seen));
    expect(table.sent()).toEqual([['PutCommand', { ...onTable, Item, ...ifAbsent }]]);
  });

  test('gives the post the ETag, the id and the place that were written', async () => {
    table.on(PutCommand).resolves({});
    const { headers: got, body } = await create({ title: 'Hello' });
    const [[, { Item: written }] = []] = table.sent();
    expect([got?.etag, body.id, got?.location]).toEqual([
      `"${written.rev}"`,
      written.sk,
      `https://api.example/posts/${written.sk}`,
    ]);
  });

  test('takes no content for the empty one', async () => {
    table.on(PutCommand).resolves({});
    expect((await create({ title: 'Hello' })).body).toEqual({ ...seen, content: '' });
    expect(table.sent()).toEqual([['PutCommand', { ...onTable, Item: { ...Item, content: '' }, ...ifAbsent }]]);
  });

  test('counts the post of an author in the same transaction', async () => {
    table.on(TransactWriteCommand).resolves({});
    const answer = await create({ title: 'Hello', content: 'World', userId: ann.sk });
    expect(answer).toEqual(answerOf(201, headers, { ...seen, userId: ann.sk }));
    const put = { TableName: 'table', Item: { ...Item, userId: ann.sk }, ...ifAbsent };
    expect(table.sent()).toEqual([transaction({ Put: put }, count(ann.sk, 1))]);
  });

  test('answers 503 when the table says no, and not what is there', async () => {
    table.on(PutCommand).rejects(conditionFailed());
    expect(await create({ title: 'Hello' })).toEqual(unavailable());
  });

  test('answers 422 when the author does not exist', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    expect(await create({ title: 'Hello', userId: bob.sk })).toEqual(
      problemOf(422, 'unknown-user', 'The userId names no user.'),
    );
  });

  test('answers 409 while the author is being deleted, and says to repeat the deletion', async () => {
    const Item = { ...bob, closedUntil: '2026-11-20T00:00:00.001Z' };
    table.on(TransactWriteCommand).rejects(cancelled('None', { Code: 'ConditionalCheckFailed', Item }));
    const detail = 'The user is being deleted and takes no post; repeat the deletion to finish it.';
    expect(await create({ title: 'Hello', userId: bob.sk })).toEqual(problemOf(409, 'user-closing', detail));
  });

  test('answers without a body when the client prefers it', async () => {
    table.on(PutCommand).resolves({});
    expect(await create({ title: 'Hello' }, { prefer: 'return=minimal' })).toEqual(
      answerOf(201, { ...headers, 'preference-applied': 'return=minimal' }),
    );
  });

  test('knows its own write again when the first answer was lost', async () => {
    table.on(PutCommand).callsFake((input) => {
      throw conditionFailed(input.Item, 2);
    });
    expect(await create({ title: 'Hello', content: 'World' })).toEqual(answerOf(201, headers, seen));
    expect(table.sent()).toHaveLength(1);
  });

  test('answers 503 when the first answer was lost and the post has changed since', async () => {
    table.on(PutCommand).callsFake((input) => {
      throw conditionFailed({ ...input.Item, rev: 'rev-of-another' }, 2);
    });
    expect(await create({ title: 'Hello' })).toEqual(unavailable());
  });

  test('refuses what only the service sets', async () => {
    const { id: _, ...input } = seen;
    const detail = 'is set by the service and cannot be written';
    expect(await create({ ...input, createdAt: now })).toEqual(
      problemOf(400, 'invalid-body', '2 members are invalid.', {
        errors: [
          { pointer: '#/createdAt', detail },
          { pointer: '#/updatedAt', detail },
        ],
      }),
    );
    expect(table.sent()).toEqual([]);
  });
});
