import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/update';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
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

const patch = (body: unknown) => invoke(handler, eventOf(`PATCH /api/v1/users/${ann.sk}`, { body }));

const update = (attribute: string, ConditionExpression: string, values: object) => ({
  Key: { pk: 'USER', sk: ann.sk },
  UpdateExpression: `SET #${attribute} = :${attribute}, #rev = :rev, #updatedAt = :updatedAt`,
  ConditionExpression,
  ExpressionAttributeNames: names(attribute, 'rev', 'updatedAt'),
  ExpressionAttributeValues: { ':rev': newRev, ':updatedAt': now, ...values },
  ...onRefusal,
});
const alone = (input: object) => ['UpdateCommand', { ...onTable, ...input, ReturnValues: 'ALL_NEW' }];
const headers = { etag: newTag, 'cache-control': 'no-store' };

describe('PATCH /api/v1/users/{id}', () => {
  test('changes a name in one update, and only if it differs', async () => {
    table.on(UpdateCommand).resolves({ Attributes: { ...ann, name: 'Anna', rev: 'rev-written', updatedAt: now } });
    expect(await patch({ name: 'Anna' })).toEqual(
      answerOf(200, { ...headers, etag: '"rev-written"' }, { ...annSeen, name: 'Anna', updatedAt: now }),
    );
    const values = { ':name': 'Anna', ':nameIs': 'Anna' };
    expect(table.sent()).toEqual([alone(update('name', '#updatedAt < :updatedAt AND (#name <> :nameIs)', values))]);
  });

  test('moves the claim to another address in a transaction', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(ann));
    table.on(TransactWriteCommand).resolves({});
    const email = 'anna@example.com';
    expect(await patch({ email })).toEqual(answerOf(200, headers, { ...annSeen, email, updatedAt: now }));
    const unmoved = '#updatedAt < :updatedAt AND #email = :emailIs AND (#email <> :emailIs)';
    const pinned = update('email', '#rev = :revIs', { ':email': email, ':revIs': 'rev-of-ann' });
    expect(table.sent()).toEqual([
      alone(update('email', unmoved, { ':email': email, ':emailIs': email })),
      transaction(
        { Update: { TableName: 'table', ...pinned } },
        claim(email, ann.sk),
        release('ann@example.com', ann.sk),
      ),
    ]);
  });

  test('leaves the claim where it is when the user has changed meanwhile and the address shall stay', async () => {
    table
      .on(UpdateCommand)
      .rejectsOnce(conditionFailed({ ...ann, rev: 'rev-newer' }))
      .resolves({});
    expect((await patch({ name: 'Anna' })).status).toBe(200);
    const pinned = update('name', '#rev = :revIs', { ':name': 'Anna', ':revIs': 'rev-newer' });
    expect(table.sent()[1]).toEqual(alone(pinned));
  });

  test('answers 409 when another user has the address', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(ann));
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed', 'None'));
    expect(await patch({ email: 'bob@example.com' })).toEqual(
      problemOf(409, 'email-taken', 'Another user has this e-mail address.'),
    );
  });

  test.each([[{ name: 'Ann' }], [{ email: 'Ann@example.com' }], [{}]])(
    'writes nothing for %j and keeps the ETag',
    async (body) => {
      table.on(UpdateCommand).rejects(conditionFailed(ann));
      expect(await patch(body)).toEqual(answerOf(200, { ...headers, etag: '"rev-of-ann"' }, annSeen));
      expect(table.sent()).toHaveLength(1);
    },
  );

  test('answers 404 when there is no such user', async () => {
    table.on(UpdateCommand).rejects(conditionFailed());
    expect(await patch({ name: 'Anna' })).toEqual(problemOf(404, 'not-found', 'There is no such resource.'));
  });

  test('refuses null, as both members are required', async () => {
    const detail = 'must be a string, not null';
    expect(await patch({ name: null, email: null })).toEqual(
      problemOf(400, 'invalid-body', '2 members are invalid.', {
        errors: [
          { pointer: '#/name', detail },
          { pointer: '#/email', detail },
        ],
      }),
    );
    expect(table.sent()).toEqual([]);
  });
});
