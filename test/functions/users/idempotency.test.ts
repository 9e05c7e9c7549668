import { createHash } from 'node:crypto';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/create';
import { handler as replace } from '../../../functions/users/replace';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import { ann, cancelled, claim, mintedNow, mockTable } from '../../support/table';

const table = mockTable();
const input = { name: 'Ann', email: 'Ann@example.com' };
const headers = { 'idempotency-key': 'a-key' };
const create = () => invoke(handler, eventOf('POST /api/v1/users', { body: input, headers }));

const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('base64url');
const taken = {
  Code: 'ConditionalCheckFailed',
  Item: { pk: 'KEY', sk: 'KEY', id: ann.sk, rev: 'rev-of-first', fingerprint },
};

describe('POST /api/v1/users with an Idempotency-Key', () => {
  test('writes the key between the user and the claim', async () => {
    jest.useFakeTimers({ now: Date.parse('2026-11-20T00:00:00.000Z') });
    table.on(TransactWriteCommand).resolves({});
    await create();
    jest.useRealTimers();
    const [[, { TransactItems }] = []] = table.sent();
    expect(TransactItems[1].Put.Item.pk).toMatch(/^KEY#POST \/api\/v1\/users#[\w-]{43}$/);
    expect(TransactItems[2]).toEqual(claim('ann@example.com', mintedNow));
  });

  test('knows the claim of its own first try', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', taken, 'ConditionalCheckFailed'));
    const seen = { id: ann.sk, ...input, createdAt: '2026-11-19T12:00:00.000Z', updatedAt: '2026-11-19T12:00:00.000Z' };
    const first = {
      etag: '"rev-of-first"',
      location: `https://api.example/api/v1/users/${ann.sk}`,
      'cache-control': 'no-store',
      'idempotency-replayed': 'true',
    };
    expect(await create()).toEqual(answerOf(201, first, seen));
  });

  test('answers 409 when the key is new and the address is not', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'None', 'ConditionalCheckFailed'));
    expect(await create()).toEqual(problemOf(409, 'email-taken', 'Another user has this e-mail address.'));
  });
});

describe('PUT /api/v1/users/{id}', () => {
  test('needs no key, and ignores even a broken one', async () => {
    table.on(UpdateCommand).resolves({ Attributes: ann });
    const broken = { 'idempotency-key': '' };
    expect(
      (await invoke(replace, eventOf(`PUT /api/v1/users/${ann.sk}`, { body: input, headers: broken }))).status,
    ).toBe(200);
  });
});
