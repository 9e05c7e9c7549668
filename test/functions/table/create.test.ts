import { cancelled, put, transaction } from '../../support/dynamodb/commands';
import { resources } from '../../support/resources';
import { exists, invalid, problemOf, responseOf, unavailable } from '../../support/responses';
import { mintedNow, mockTable, newRev, newTag } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
beforeEach(() => {
  table.onAnyCommand().resolves({});
});
useFixedTime();

const minimal = { prefer: 'return=minimal' };
const applied = { 'preference-applied': 'return=minimal' };

describe.each(resources)('POST $path', ({ ask, attributes, creationWrites, input, path, stored }) => {
  const item = { pk: stored.pk, sk: mintedNow, rev: newRev, updatedAt: now, ...attributes };
  const body = { id: mintedNow, ...input, createdAt: now, updatedAt: now };
  const location = expect.stringMatching(new RegExp(`^https://api.example${path}/01a1f640-bc00-7[\\da-f-]{21}$`));
  const headers = { etag: newTag, location, 'cache-control': 'no-store' };

  test('writes the item and what depends on it in a transaction, so that a retry revives nothing', async () => {
    expect(await ask('create', { body: input })).toEqual(responseOf(201, headers, body));
    expect(table.sent()).toEqual([transaction(put(item), ...creationWrites(mintedNow))]);
  });

  test('answers the ETag, id and Location of the item that was written', async () => {
    const created = await ask('create', { body: input });
    const [[, sent] = []] = table.sent();
    const { rev, sk } = sent.TransactItems[0].Put.Item;
    expect([created.headers?.etag, created.body.id]).toEqual([`"${rev}"`, sk]);
    expect(created.headers?.location).toBe(`https://api.example${path}/${sk}`);
  });

  test('answers without a body when the client prefers that', async () => {
    expect(await ask('create', { body: input, headers: minimal })).toEqual(responseOf(201, { ...headers, ...applied }));
  });

  test('answers 503 when DynamoDB refuses the write and names no item', async () => {
    table.onAnyCommand().rejects(cancelled('ConditionalCheckFailed', ...creationWrites('').map(() => 'None')));
    expect(await ask('create', { body: input })).toEqual(unavailable);
  });
});

describe.each(resources)('PUT $path/{id} with If-None-Match: *', (resource) => {
  const { attributes, creationWrites, input, path, stored } = resource;
  const ask = (parts: { id?: string; body?: object; headers?: object } = {}) =>
    resource.ask('replace', { body: input, ...parts, headers: { 'if-none-match': '*', ...parts.headers } });
  const { sk, rev } = stored;
  const item = { pk: stored.pk, sk, rev: newRev, updatedAt: now, ...attributes };
  const body = { id: sk, ...input, createdAt: resource.body.createdAt, updatedAt: now };
  const headers = { etag: newTag, location: `https://api.example${path}/${sk}`, 'cache-control': 'no-store' };

  test('creates under the id in the path, in a transaction that can be sent twice', async () => {
    expect(await ask()).toEqual(responseOf(201, headers, body));
    expect(table.sent()).toEqual([transaction(put(item), ...creationWrites(sk))]);
  });

  test('answers 412 when the item exists, even if a write that goes with it is refused', async () => {
    const taken = { Code: 'ConditionalCheckFailed', Item: stored };
    table.onAnyCommand().rejects(cancelled(taken, ...creationWrites(sk).map(() => 'ConditionalCheckFailed')));
    expect(await ask()).toEqual(exists(rev));
  });

  test('answers 503 when DynamoDB refuses the write and names no item', async () => {
    table.onAnyCommand().rejects(cancelled('ConditionalCheckFailed', ...creationWrites(sk).map(() => 'None')));
    expect(await ask()).toEqual(unavailable);
  });

  test('takes an id of up to a minute ahead', async () => {
    const response = await ask({ id: '01a1f641-a660-7000-8000-000000000000' });
    expect(response.body.createdAt).toBe('2026-11-20T00:01:00.000Z');
  });

  test.each([
    ['of a time more than a minute ahead', '01a1f641-a661-7000-8000-000000000000'],
    ['that is no UUID', '1'],
  ])('answers 400 to an id %s', async (_, id) => {
    const detail = 'To create under this id, it must be a UUIDv7 of a time that is not in the future.';
    expect(await ask({ id })).toEqual(problemOf(400, 'invalid-id', detail));
    expect(table.sent()).toEqual([]);
  });

  test('answers 400 when If-Match is there, too', async () => {
    const detail = 'cannot be * beside If-Match: one asks for a resource, the other for none';
    expect(await ask({ headers: { 'if-match': '*' } })).toEqual(invalid('header', { header: 'If-None-Match', detail }));
    expect(table.sent()).toEqual([]);
  });
});
