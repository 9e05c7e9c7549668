import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/replace';
import { answerOf, eventOf, invoke, problemOf, unavailable } from '../../support/event';
import {
  ann,
  annSeen,
  cancelled,
  claim,
  conditionFailed,
  mockTable,
  names,
  newRev,
  newTag,
  now,
  onRefusal,
  onTable,
  release,
  transaction,
} from '../../support/table';

const table = mockTable();
beforeEach(() => jest.useFakeTimers({ now: Date.parse(now) }));
afterEach(() => jest.useRealTimers());

const replace = (body: unknown, headers = {}) =>
  invoke(handler, eventOf(`PUT /api/v1/users/${ann.sk}`, { body, headers }));

const update = (ConditionExpression: string, email: string, values: object) => ({
  Key: { pk: 'USER', sk: ann.sk },
  UpdateExpression: 'SET #name = :name, #email = :email, #rev = :rev, #updatedAt = :updatedAt',
  ConditionExpression,
  ExpressionAttributeNames: names('name', 'email', 'rev', 'updatedAt'),
  ExpressionAttributeValues: { ':name': 'Anna', ':email': email, ':rev': newRev, ':updatedAt': now, ...values },
  ...onRefusal,
});
const alone = (input: object) => ['UpdateCommand', { ...onTable, ...input, ReturnValues: 'ALL_NEW' }];
const kept = (email: string) =>
  alone(update('#updatedAt < :updatedAt AND #email = :emailIs', email, { ':emailIs': email }));
const pinned = (email: string) => update('#rev = :revIs', email, { ':revIs': 'rev-of-ann' });

const headers = { etag: newTag, 'cache-control': 'no-store' };
const seen = { ...annSeen, name: 'Anna', updatedAt: now };

describe('PUT /api/v1/users/{id}', () => {
  test('replaces in one update while the address stays', async () => {
    table.on(UpdateCommand).resolves({ Attributes: { ...ann, name: 'Anna', rev: 'rev-written', updatedAt: now } });
    expect(await replace({ name: 'Anna', email: ann.email })).toEqual(
      answerOf(200, { ...headers, etag: '"rev-written"' }, seen),
    );
    expect(table.sent()).toEqual([kept(ann.email)]);
  });

  test('keeps the claim when only the case of the address changes', async () => {
    table.on(UpdateCommand).rejectsOnce(conditionFailed(ann)).resolves({});
    const email = 'ANN@example.com';
    expect(await replace({ name: 'Anna', email })).toEqual(answerOf(200, headers, { ...seen, email }));
    expect(table.sent()).toEqual([kept(email), alone(pinned(email))]);
  });

  test('moves the claim to another address in a transaction', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(ann));
    table.on(TransactWriteCommand).resolves({});
    const email = 'anna@example.com';
    expect(await replace({ name: 'Anna', email })).toEqual(answerOf(200, headers, { ...seen, email }));
    expect(table.sent()).toEqual([
      kept(email),
      transaction(
        { Update: { TableName: 'table', ...pinned(email) } },
        claim(email, ann.sk),
        release('ann@example.com', ann.sk),
      ),
    ]);
  });

  test('answers 409 when another user has the address', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(ann));
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed', 'None'));
    expect(await replace({ name: 'Anna', email: 'bob@example.com' })).toEqual(
      problemOf(409, 'email-taken', 'Another user has this e-mail address.'),
    );
  });

  test('answers 503 when the claim to be released is not there', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(ann));
    table.on(TransactWriteCommand).rejects(cancelled('None', 'None', 'ConditionalCheckFailed'));
    expect(await replace({ name: 'Anna', email: 'bob@example.com' })).toEqual(unavailable());
  });

  test('answers 404 when there is no such user, whatever If-Match says', async () => {
    table.on(UpdateCommand).rejects(conditionFailed());
    expect(await replace({ name: 'Anna', email: ann.email }, { 'if-match': '"old"' })).toEqual(
      problemOf(404, 'not-found', 'There is no such resource.'),
    );
    expect(table.sent()).toHaveLength(1);
  });

  test('answers 412 when If-Match does not match', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(ann));
    const detail = 'The resource is no longer as If-Match says; its current ETag is in the headers.';
    expect(await replace({ name: 'Anna', email: ann.email }, { 'if-match': '"old"' })).toEqual(
      problemOf(412, 'stale', detail, { headers: { etag: '"rev-of-ann"' } }),
    );
    const condition = '#updatedAt < :updatedAt AND rev IN (:match0) AND #email = :emailIs';
    expect(table.sent()).toEqual([alone(update(condition, ann.email, { ':emailIs': ann.email, ':match0': 'old' }))]);
  });
});
