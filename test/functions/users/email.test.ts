import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { equals, hasChanges, isNewer } from '../../../functions/table/expression';
import {
  alone,
  cancelled,
  childless,
  claim,
  conditionFailed,
  get,
  release,
  remove,
  transaction,
  update,
} from '../../support/dynamodb/commands';
import { users } from '../../support/resources';
import { emailTaken, responseOf, unavailable } from '../../support/responses';
import { mockTable, newTag, storedUser, userBody } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const { ask } = users;
const pinned = (set: object, rev = storedUser.rev) => update(storedUser, { ...set }, equals('rev', rev));

beforeEach(() => {
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(UpdateCommand).rejects(conditionFailed(storedUser));
  table.on(TransactWriteCommand).resolves({});
});

test.each([
  ['case', 'ANN@EXAMPLE.COM', 'ann@example.com'],
  ['composition', 'Jose\u0301@example.com', 'jos\u00e9@example.com'],
])('a new user claims one address for all that differ by %s, and keeps it as sent', async (_, email, normal) => {
  const { body } = await ask('create', { body: { name: 'Ann', email } });
  expect(body.email).toBe(email);
  expect(table.sent()[0]?.[1].TransactItems[1]).toMatchObject(claim(normal, body.id));
});

test.each([
  ['POST with a new Idempotency-Key', 'create', { 'idempotency-key': 'new' }, ['None']],
  ['PUT with If-None-Match: *', 'replace', { 'if-none-match': '*' }, []],
  ['PATCH', 'update', {}, []],
] as const)('an address of another user is a 409 in %s', async (_, verb, headers, before) => {
  table.on(TransactWriteCommand).rejects(cancelled('None', ...before, 'ConditionalCheckFailed', 'None'));
  expect(await ask(verb, { body: { name: 'Ann', email: 'bob@example.com' }, headers })).toEqual(emailTaken);
});

describe('a change of the address', () => {
  const email = 'anna@example.com';
  const changed = { ...userBody, email, updatedAt: now };
  const headers = { etag: newTag, 'cache-control': 'no-store' };

  test.each([
    ['PUT', 'replace', { name: 'Ann', email }, []],
    ['PATCH', 'update', { email }, [hasChanges({ email })]],
  ] as const)('by %s moves the claim in a transaction', async (_, verb, set, effect) => {
    expect(await ask(verb, { body: set })).toEqual(responseOf(200, headers, changed));
    expect(table.sent()).toEqual([
      alone(update(storedUser, set, isNewer, equals('email', email), ...effect)),
      transaction(pinned(set), claim(email, storedUser.sk), release('ann@example.com', storedUser.sk)),
    ]);
  });

  test('keeps the claim when only the case changes', async () => {
    const upper = { name: 'Ann', email: 'ANN@example.com' };
    table.on(UpdateCommand).rejectsOnce(conditionFailed(storedUser)).resolves({});
    expect((await ask('replace', { body: upper })).body).toEqual({ ...changed, ...upper });
    expect(table.sent()[1]).toEqual(alone(pinned(upper)));
  });

  test('keeps the claim of a user who has changed meanwhile when the patch names no address', async () => {
    const newerUser = { ...storedUser, rev: 'rev-newer' };
    table.on(UpdateCommand).rejectsOnce(conditionFailed(newerUser)).resolves({});
    expect((await ask('update', { body: { name: 'Anna' } })).status).toBe(200);
    expect(table.sent()[1]).toEqual(alone(pinned({ name: 'Anna' }, 'rev-newer')));
  });
});

test('DELETE /api/v1/users/{id} releases the newer address when it was changed meanwhile', async () => {
  const newerUser = { ...storedUser, rev: 'rev-newer', email: 'anna@example.com' };
  table
    .on(TransactWriteCommand)
    .rejectsOnce(cancelled({ Code: 'ConditionalCheckFailed', Item: newerUser }, 'None'))
    .resolves({});
  expect((await ask('remove')).status).toBe(204);
  const removal = (rev: string, email: string) =>
    transaction(remove(storedUser, equals('rev', rev), childless), release(email, storedUser.sk));
  expect(table.sent()).toEqual([
    get(storedUser),
    removal('rev-of-user', 'ann@example.com'),
    removal('rev-newer', 'anna@example.com'),
  ]);
});

test('DELETE /api/v1/users/{id} answers 503 when the claim to be released is not there', async () => {
  table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
  expect(await ask('remove')).toEqual(unavailable);
});
