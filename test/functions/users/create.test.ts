import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/create';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import {
  cancelled,
  claim,
  ifAbsent,
  mintedNow,
  mockTable,
  newRev,
  newTag,
  now,
  transaction,
} from '../../support/table';

const table = mockTable();
beforeEach(() => jest.useFakeTimers({ now: Date.parse(now) }));
afterEach(() => jest.useRealTimers());

const create = (body: unknown, headers = {}) => invoke(handler, eventOf('POST /api/v1/users', { body, headers }));

const Item = { pk: 'USER', sk: mintedNow, rev: newRev, updatedAt: now, postCount: 0 };
const input = { name: ' Ann ', email: 'Ann@Example.com' };
const seen = { id: mintedNow, ...input, createdAt: now, updatedAt: now };
const location = expect.stringMatching(/^https:\/\/api\.example\/api\/v1\/users\/01a1f640-bc00-7[\da-f-]{21}$/);
const headers = { etag: newTag, location, 'cache-control': 'no-store' };
const put = (item: object) => ({ Put: { TableName: 'table', Item: item, ...ifAbsent } });

describe('POST /api/v1/users', () => {
  test('writes the user as sent and claims the address, both or none', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await create(input)).toEqual(answerOf(201, headers, seen));
    expect(table.sent()).toEqual([transaction(put({ ...Item, ...input }), claim('ann@example.com', mintedNow))]);
  });

  test('claims the address for the user that it writes', async () => {
    table.on(TransactWriteCommand).resolves({});
    const { body } = await create(input);
    const [[, { TransactItems }] = []] = table.sent();
    expect([TransactItems[0].Put.Item.sk, TransactItems[1].Put.Item.ownerId]).toEqual([body.id, body.id]);
  });

  test.each([
    ['case', 'ANN@EXAMPLE.COM', 'ann@example.com'],
    ['composition', 'Jose\u0301@example.com', 'jos\u00e9@example.com'],
  ])('claims one address for all that differ by %s', async (_, email, normal) => {
    table.on(TransactWriteCommand).resolves({});
    expect((await create({ name: 'Ann', email })).body.email).toBe(email);
    expect(table.sent()[0]?.[1].TransactItems[1]).toEqual(claim(normal, mintedNow));
  });

  test('keeps a key short, whatever the address', async () => {
    table.on(TransactWriteCommand).resolves({});
    await create({ name: 'Ann', email: `${'\u{1D160}'.repeat(252)}@x` });
    expect(table.sent()[0]?.[1].TransactItems[1].Put.Item.pk).toMatch(/^EMAIL#[\w-]{43}$/);
  });

  test('answers 409 when another user has the address', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    expect(await create(input)).toEqual(problemOf(409, 'email-taken', 'Another user has this e-mail address.'));
  });

  test('answers without a body when the client prefers it', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await create(input, { prefer: 'return=minimal' })).toEqual(
      answerOf(201, { ...headers, 'preference-applied': 'return=minimal' }),
    );
  });

  test('names every member that is missing', async () => {
    expect(await create({})).toEqual(
      problemOf(400, 'invalid-body', '2 members are invalid.', {
        errors: [
          { pointer: '#/name', detail: 'is required' },
          { pointer: '#/email', detail: 'is required' },
        ],
      }),
    );
    expect(table.sent()).toEqual([]);
  });
});
