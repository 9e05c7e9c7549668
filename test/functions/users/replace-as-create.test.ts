import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/replace';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import {
  ann,
  annSeen,
  cancelled,
  claim,
  ifAbsent,
  mockTable,
  newRev,
  newTag,
  now,
  transaction,
} from '../../support/table';

const table = mockTable();
beforeEach(() => jest.useFakeTimers({ now: Date.parse(now) }));
afterEach(() => jest.useRealTimers());

const input = { name: 'Ann', email: 'Ann@example.com' };
const put = (id = ann.sk) =>
  invoke(handler, eventOf(`PUT /api/v1/users/${id}`, { body: input, headers: { 'if-none-match': '*' } }));

describe('PUT /api/v1/users/{id} with If-None-Match: *', () => {
  test('creates a user without posts under the id in the path, and claims the address', async () => {
    table.on(TransactWriteCommand).resolves({});
    const location = `https://api.example/api/v1/users/${ann.sk}`;
    expect(await put()).toEqual(
      answerOf(201, { etag: newTag, location, 'cache-control': 'no-store' }, { ...annSeen, updatedAt: now }),
    );
    const Item = { pk: 'USER', sk: ann.sk, ...input, rev: newRev, updatedAt: now, postCount: 0 };
    expect(table.sent()).toEqual([
      transaction({ Put: { TableName: 'table', Item, ...ifAbsent } }, claim('ann@example.com', ann.sk)),
    ]);
  });

  test('answers 412 when the user is there, before it finds the address taken', async () => {
    const reasons = [{ Code: 'ConditionalCheckFailed', Item: ann }, 'ConditionalCheckFailed'];
    table.on(TransactWriteCommand).rejects(cancelled(...reasons));
    const detail = 'The resource is already there; its current ETag is in the headers.';
    expect(await put()).toEqual(problemOf(412, 'exists', detail, { headers: { etag: '"rev-of-ann"' } }));
  });

  test('answers 409 when another user has the address', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    expect(await put()).toEqual(problemOf(409, 'email-taken', 'Another user has this e-mail address.'));
  });

  test('refuses an id of the future', async () => {
    const detail = 'To create under this id, it must be a lower-case UUIDv7 of a time that is not in the future.';
    expect(await put('01a1f641-a661-7000-8000-000000000000')).toEqual(problemOf(400, 'invalid-id', detail));
    expect(table.sent()).toEqual([]);
  });
});
