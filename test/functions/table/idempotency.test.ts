import { createHash } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { conditionExpression, itemMissing } from '../../../functions/table/expression';
import { cancelled, put, transaction } from '../../support/dynamodb/commands';
import { posts, resources } from '../../support/resources';
import { invalid, problemOf, responseOf } from '../../support/responses';
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
  const create = (key = 'a-key', body: unknown = input) =>
    resource.ask('create', { body, headers: { 'idempotency-key': key } });
  const fingerprint = hash(JSON.stringify(input));
  /** DynamoDB's error when the key is stored already, and with it all that depends on the item. */
  const taken = (changes = {}) => {
    const Item = { pk: 'KEY', sk: 'KEY', id: idOf(7), rev: 'rev-of-first', fingerprint, ...changes };
    const others = creationWrites('').map(() => 'ConditionalCheckFailed');
    return cancelled('None', { Code: 'ConditionalCheckFailed', Item }, ...others);
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
    const pk = `KEY#POST ${path}#${hash('a-key')}`;
    const key = { pk, sk: 'KEY', fingerprint, id: mintedNow, rev: newRev, expiresAt: nowS + 86_400 };
    const isFree = conditionExpression({ text: `${itemMissing.text} OR expiresAt <= :now`, values: { ':now': nowS } });
    const putKey = { Put: { Item: key, ...isFree } };
    expect(table.sent()).toEqual([transaction(put(item), putKey, ...creationWrites(mintedNow))]);
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

  test('answers 422 when the key comes with another content', async () => {
    table.on(TransactWriteCommand).rejects(taken({ fingerprint: 'another' }));
    const detail = 'This Idempotency-Key came with another content before.';
    expect(await create()).toEqual(problemOf(422, 'idempotency-key-reused', detail));
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

const iss = 'https://login.example/';
const callerHash = (claim: string, value: string) => hash(JSON.stringify([iss, claim, value])).slice(0, 22);

test.each([
  ['a', undefined, 'a'],
  ['a', { iss, sub: 'bc' }, `a ${callerHash('sub', 'bc')}`],
  ['ab', { iss, sub: 'c' }, `ab ${callerHash('sub', 'c')}`],
  ['a', { iss, client_id: 'bc' }, `a ${callerHash('client_id', 'bc')}`],
  ['a', { iss, sub: '', client_id: 'bc' }, `a ${callerHash('client_id', 'bc')}`],
  ['a', { iss, sub: 'bc', client_id: 'machine' }, `a ${callerHash('sub', 'bc')}`],
  ['a', { iss }, 'a'],
])('POST /posts stores the Idempotency-Key %s of the caller %j apart', async (key, claims, hashed) => {
  await posts.ask('create', { body: posts.input, headers: { 'idempotency-key': key }, claims });
  const [[, { TransactItems }] = []] = table.sent();
  expect(TransactItems[1].Put.Item.pk).toBe(`KEY#POST /posts#${hash(hashed)}`);
});
