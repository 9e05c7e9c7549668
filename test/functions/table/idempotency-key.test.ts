import { createHash } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { cancelled, put, transaction } from '../../support/dynamodb/commands';
import { posts, resources } from '../../support/resources';
import { invalid, problemOf, responseOf, unavailable } from '../../support/responses';
import { idOf, mintedNow, mockTable, newRev } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();
beforeEach(() => {
  table.on(TransactWriteCommand).resolves({});
});

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const nowS = Date.parse(now) / 1000;

describe.each(resources)('POST $path with an Idempotency-Key', (resource) => {
  const { attributes, creationWrites, input, path, stored } = resource;
  const create = (key = 'a-key', body: unknown = input, headers = {}) =>
    resource.ask('create', { body, headers: { 'idempotency-key': key, ...headers } });
  const fingerprint = hash(JSON.stringify(input));
  const storedKey = { pk: 'KEY', sk: 'KEY', id: idOf(7), rev: 'rev-of-first', fingerprint };
  /** DynamoDB's error when the key is stored already, and with it all that depends on the item. */
  const taken = (changes = {}) => {
    const Item = { ...storedKey, ...changes };
    return cancelled(
      'None',
      { Code: 'ConditionalCheckFailed', Item },
      ...creationWrites('').map(() => 'ConditionalCheckFailed'),
    );
  };
  const replayHeaders = {
    etag: '"rev-of-first"',
    location: `https://api.example${path}/${idOf(7)}`,
    'cache-control': 'no-store',
    'idempotency-replayed': 'true',
  };
  const { createdAt } = resource.body;
  const replay = responseOf(201, replayHeaders, { id: idOf(7), ...input, createdAt, updatedAt: createdAt });

  test('writes the key for a day with the item, both or none', async () => {
    const { status, headers, body } = await create();
    expect([status, headers?.['idempotency-replayed']]).toEqual([201, undefined]);
    const item = { pk: stored.pk, sk: mintedNow, rev: newRev, updatedAt: now, ...attributes };
    const key = {
      pk: `KEY#POST ${path}#${hash('a-key')}`,
      sk: 'KEY',
      fingerprint,
      id: mintedNow,
      rev: newRev,
      expiresAt: nowS + 86_400,
    };
    const { Put } = put(key);
    const isFree = {
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': nowS },
    };
    expect(table.sent()).toEqual([
      transaction(put(item), { Put: { ...Put, ...isFree } }, ...creationWrites(mintedNow)),
    ]);
    const [[, { TransactItems }] = []] = table.sent();
    const { id, rev } = TransactItems[1].Put.Item;
    expect([id, `"${rev}"`]).toEqual([body.id, headers?.etag]);
  });

  test('gives the first response again when the key comes with the same content', async () => {
    table.on(TransactWriteCommand).rejects(taken());
    expect(await create()).toEqual(replay);
    const reversed = Object.fromEntries(Object.entries(input).reverse());
    expect(await create('a-key', JSON.stringify(reversed, null, 2))).toEqual(replay);
  });

  test('gives it without a body when the client prefers that', async () => {
    table.on(TransactWriteCommand).rejects(taken());
    expect(await create('a-key', input, { prefer: 'return=minimal' })).toEqual(
      responseOf(201, { ...replayHeaders, 'preference-applied': 'return=minimal' }),
    );
  });

  test('answers 422 when the key comes with another content', async () => {
    table.on(TransactWriteCommand).rejects(taken({ fingerprint: 'another' }));
    const detail = 'This Idempotency-Key came with another content before.';
    expect(await create()).toEqual(problemOf(422, 'idempotency-key-reused', detail));
  });

  test('waits for another request with the same key to end', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', 'TransactionConflict', 'ConditionalCheckFailed'))
      .rejects(taken());
    expect(await create()).toEqual(replay);
    expect(table.sent()).toHaveLength(2);
  });

  test('answers 503 when DynamoDB throttles', async () => {
    // Every pause is a random part of a limit. Without this, 20 tries take 8 s.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table.on(TransactWriteCommand).rejects(cancelled('ThrottlingError', 'None'));
    expect(await create()).toEqual(unavailable);
  });

  test.each(['x', '!~', 'k'.repeat(255)])('takes the key %s', async (key) => {
    expect((await create(key)).status).toBe(201);
  });

  test.each(['', ' ', 'a b', 'ä', '\u007f', 'k'.repeat(256)])('answers 400 to the key "%s"', async (key) => {
    const detail = 'must be 1 to 255 visible ASCII characters';
    expect(await create(key)).toEqual(invalid('header', { header: 'Idempotency-Key', detail }));
    expect(table.sent()).toEqual([]);
  });

  test('needs no key in a PUT, and ignores even a broken one', async () => {
    table.onAnyCommand().resolves({ Attributes: stored });
    const headers = { 'idempotency-key': '' };
    expect((await resource.ask('replace', { body: resource.replacement, headers })).status).toBe(200);
  });
});

test('POST /posts stores the Idempotency-Key of each caller apart', async () => {
  const callers: { key: string; claims?: Record<string, string> }[] = [
    { key: 'a' },
    { key: 'a', claims: { sub: 'bc' } },
    { key: 'ab', claims: { sub: 'c' } },
    { key: 'a', claims: { client_id: 'machine' } },
    { key: 'a', claims: { sub: 'bc', client_id: 'machine' } },
    { key: 'a', claims: {} },
  ];
  for (const { key, claims } of callers)
    await posts.ask('create', { body: posts.input, headers: { 'idempotency-key': key }, claims });
  const keys = table.sent().map(([, { TransactItems }]) => TransactItems[1].Put.Item.pk);
  const expected = ['a', 'a bc', 'ab c', 'a machine', 'a bc', 'a'];
  expect(keys).toEqual(expected.map((key) => `KEY#POST /posts#${hash(key)}`));
});
