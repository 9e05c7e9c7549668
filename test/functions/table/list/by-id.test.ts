import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../../../support/dynamodb/commands';
import { resources } from '../../../support/resources';
import { responseOf, unavailable } from '../../../support/responses';
import { idOf, mockTable } from '../../../support/table';
import { skipPauses } from '../../../support/time';

const table = mockTable();

const headers = {
  etag: expect.stringMatching(/^"[\w-]{22}"$/),
  'cache-control': 'no-cache',
  vary: 'accept-encoding, prefer',
};

describe.each(resources)('GET $path?id', ({ ask, body, stored: { pk, ...stored } }) => {
  const item = (number: number) => ({ pk, ...stored, sk: idOf(number) });
  const bodyOf = (...numbers: number[]) => numbers.map((number) => ({ ...body, id: idOf(number) }));
  const idsOf = (...numbers: number[]) => numbers.map((number) => `id=${idOf(number)}`).join('&');
  const list = (query: string, more = {}) => ask('list', { query, headers: more });
  const keysOf = (...numbers: number[]) => numbers.map((number) => ({ pk, sk: idOf(number) }));
  const asked = (...numbers: number[]) => batchGet({ Keys: keysOf(...numbers), ConsistentRead: true });
  type Items = Record<string, unknown>[];
  const replyWith = (items: Items, left: Items = []) => ({
    Responses: { table: items },
    ...(left.length > 0 && { UnprocessedKeys: { table: { Keys: left } } }),
  });

  test('answers the items in the order asked, read consistently in one call', async () => {
    table.on(BatchGetCommand).resolves(replyWith([item(3), item(1), item(2)]));
    expect(await list(idsOf(2, 3, 1))).toEqual(responseOf(200, headers, bodyOf(2, 3, 1)));
    expect(table.sent()).toEqual([asked(2, 3, 1)]);
  });

  test('answers an id that is given twice once', async () => {
    table.on(BatchGetCommand).resolves(replyWith([item(1), item(2)]));
    expect((await list(idsOf(1, 2, 1))).body).toEqual(bodyOf(1, 2));
    expect(table.sent()).toEqual([asked(1, 2)]);
  });

  test('leaves out an id that names nothing', async () => {
    table.on(BatchGetCommand).resolves(replyWith([item(2)]));
    expect((await list(idsOf(1, 2))).body).toEqual(bodyOf(2));
    expect(table.sent()).toEqual([asked(1, 2)]);
  });

  test('leaves out a malformed item, and logs it', async () => {
    table.on(BatchGetCommand).resolves(replyWith([{ ...item(1), updatedAt: null }, item(2)]));
    expect((await list(idsOf(1, 2))).body).toEqual(bodyOf(2));
    expect(table.logged()[0]).toMatchObject({ message: 'skipped a malformed item', sk: idOf(1) });
  });

  test('asks again for keys that DynamoDB has left out', async () => {
    skipPauses();
    table
      .on(BatchGetCommand)
      .resolvesOnce(replyWith([item(2)], keysOf(1, 3)))
      .resolvesOnce(replyWith([], keysOf(1, 3)))
      .resolvesOnce(replyWith([item(3)], keysOf(1)))
      .resolves(replyWith([item(1)]));
    expect((await list(idsOf(1, 2, 3))).body).toEqual(bodyOf(1, 2, 3));
    expect(table.sent()).toEqual([asked(1, 2, 3), asked(1, 3), asked(1, 3), asked(1)]);
  });

  test('answers 503 instead of a list with a hole when DynamoDB goes on leaving keys out', async () => {
    skipPauses();
    table.on(BatchGetCommand).resolves(replyWith([item(2)], keysOf(1)));
    expect(await list(idsOf(1, 2))).toEqual(unavailable);
    expect(table.sent()).toHaveLength(20);
  });

  test('answers 503 when no time is left to ask again', async () => {
    table.on(BatchGetCommand).resolves(replyWith([item(2)], keysOf(1)));
    expect(await ask('list', { query: idsOf(1, 2), leftMs: 300 })).toEqual(unavailable);
    expect(table.sent()).toHaveLength(1);
  });

  test('has an ETag that a later request can name', async () => {
    table.on(BatchGetCommand).resolves(replyWith([item(1)]));
    const etag = String((await list(idsOf(1))).headers?.etag);
    expect((await list(idsOf(1), { 'if-none-match': etag })).status).toBe(304);
  });
});
