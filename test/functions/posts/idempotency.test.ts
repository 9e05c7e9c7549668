import { createHash } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/create';
import { answerOf, eventOf, invoke, problemOf, unavailable } from '../../support/event';
import {
  ann,
  cancelled,
  count,
  ifAbsent,
  mintedNow,
  mockTable,
  newRev,
  now,
  onRefusal,
  transaction,
} from '../../support/table';

const table = mockTable();
beforeEach(() => jest.useFakeTimers({ now: Date.parse(now) }));
afterEach(() => jest.useRealTimers());

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const create = (body: unknown, key = 'a-key', headers = {}) =>
  invoke(handler, eventOf('POST /posts', { body, headers: { 'idempotency-key': key, ...headers } }));

const nowS = Date.parse(now) / 1000;
const fingerprint = hash('{"title":"Hello","content":"World"}');
const first = { pk: 'KEY', sk: 'KEY', id: '01a1f3ad-8e00-7000-8000-00000000000a', rev: 'rev-of-first', fingerprint };
const taken = (Item: object = first) => ({ Code: 'ConditionalCheckFailed', Item: { ...first, ...Item } });
const body = { title: 'Hello', content: 'World' };
const replayed = answerOf(
  201,
  {
    etag: '"rev-of-first"',
    location: `https://api.example/posts/${first.id}`,
    'cache-control': 'no-store',
    'idempotency-replayed': 'true',
  },
  { id: first.id, ...body, createdAt: '2026-11-19T12:00:00.000Z', updatedAt: '2026-11-19T12:00:00.000Z' },
);

/** The keys under which requests of these callers write theirs. */
const keysOf = async (...callers: { key: string; claims?: Record<string, string> }[]) => {
  table.on(TransactWriteCommand).resolves({});
  for (const { key, claims } of callers) {
    const event = eventOf('POST /posts', { body, headers: { 'idempotency-key': key } });
    const authorizer = claims && { principalId: '', integrationLatency: 0, jwt: { claims, scopes: [] } };
    await invoke(handler, { ...event, requestContext: { ...event.requestContext, authorizer } });
  }
  return table.sent().map(([, { TransactItems }]) => TransactItems[1].Put.Item.pk.replace('KEY#POST /posts#', ''));
};

describe('POST /posts with an Idempotency-Key of a caller', () => {
  test('has it apart from that of every other caller', async () => {
    const keys = await keysOf(
      { key: 'a' },
      { key: 'a', claims: { sub: 'bc' } },
      { key: 'ab', claims: { sub: 'c' } },
      { key: 'a', claims: { client_id: 'machine' } },
      { key: 'a', claims: { sub: 'bc', client_id: 'machine' } },
      { key: 'a', claims: {} },
    );
    expect(keys).toEqual(['a', 'a bc', 'ab c', 'a machine', 'a bc', 'a'].map(hash));
  });
});

describe('POST /posts with an Idempotency-Key', () => {
  test('writes the key with the post, for a day, both or none', async () => {
    table.on(TransactWriteCommand).resolves({});
    const { status, headers, body: got } = await create(body);
    expect([status, headers?.['idempotency-replayed']]).toEqual([201, undefined]);
    const Item = { pk: 'POST', sk: mintedNow, rev: newRev, updatedAt: now, ...body };
    const Key = {
      pk: `KEY#POST /posts#${hash('a-key')}`,
      sk: 'KEY',
      fingerprint,
      id: mintedNow,
      rev: newRev,
      expiresAt: nowS + 86_400,
    };
    const free = {
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': nowS },
      ...onRefusal,
    };
    expect(table.sent()).toEqual([
      transaction(
        { Put: { TableName: 'table', Item, ...ifAbsent } },
        { Put: { TableName: 'table', Item: Key, ...free } },
      ),
    ]);
    const [[, { TransactItems }] = []] = table.sent();
    const { Item: written } = TransactItems[1].Put;
    expect([written.id, `"${written.rev}"`]).toEqual([got.id, headers?.etag]);
  });

  test('counts the post of an author along with it', async () => {
    table.on(TransactWriteCommand).resolves({});
    await create({ ...body, userId: ann.sk });
    const [[, { TransactItems }] = []] = table.sent();
    expect([TransactItems.length, TransactItems[2]]).toEqual([3, count(ann.sk, 1)]);
  });

  test('gives the first answer again when the key has come with the same content', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', taken()));
    expect(await create(body)).toEqual(replayed);
    expect(await create(' {"content": "World",\n "title": "Hello"} ')).toEqual(replayed);
  });

  test('gives the first answer again although the author is gone', async () => {
    const reasons = [
      taken({ fingerprint: hash(JSON.stringify({ ...body, userId: ann.sk })) }),
      'ConditionalCheckFailed',
    ];
    table.on(TransactWriteCommand).rejects(cancelled('None', ...reasons));
    const answer = await create({ ...body, userId: ann.sk });
    expect(answer).toEqual({ ...replayed, body: { ...(replayed.body as object), userId: ann.sk } });
  });

  test('gives it without a body when the client prefers that', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', taken()));
    const { 'content-type': _, ...headers } = replayed.headers as Record<string, string>;
    expect(await create(body, 'a-key', { prefer: 'return=minimal' })).toEqual(
      answerOf(201, { ...headers, 'preference-applied': 'return=minimal' }),
    );
  });

  test('answers 422 when the key has come with another content', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', taken({ fingerprint: 'another' })));
    const detail = 'This Idempotency-Key came with another content before.';
    expect(await create(body)).toEqual(problemOf(422, 'idempotency-key-reused', detail));
  });

  test('waits for another request with the same key to end', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', 'TransactionConflict', 'ConditionalCheckFailed'))
      .rejects(cancelled('None', taken()));
    jest.useRealTimers();
    expect(await create(body)).toEqual(replayed);
    expect(table.sent()).toHaveLength(2);
  });

  test('answers 503 when the table does', async () => {
    // Every pause is a random part of a limit. Without this, 20 tries take 8 s.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table.on(TransactWriteCommand).rejects(cancelled('ThrottlingError', 'None'));
    expect(await create(body)).toEqual(unavailable());
  });

  test.each(['x', '!~', 'k'.repeat(255)])('takes the key %s', async (key) => {
    table.on(TransactWriteCommand).resolves({});
    expect((await create(body, key)).status).toBe(201);
  });

  test.each(['', ' ', 'a b', 'ä', '\u007f', 'k'.repeat(256)])('refuses the key "%s"', async (key) => {
    expect(await create({}, key)).toEqual(
      problemOf(400, 'invalid-header', '1 header is invalid; 1 member is invalid.', {
        errors: [
          { header: 'Idempotency-Key', detail: 'must be 1 to 255 visible ASCII characters' },
          { pointer: '#/title', detail: 'is required' },
        ],
      }),
    );
    expect(table.sent()).toEqual([]);
  });
});
