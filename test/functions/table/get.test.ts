import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { get } from '../../support/dynamodb/commands';
import { resources } from '../../support/resources';
import { notFound, responseOf } from '../../support/responses';
import { mockTable } from '../../support/table';

const table = mockTable();

describe.each(resources)('GET $path/{id}', ({ ask, body, stored }) => {
  const headers = { etag: `"${stored.rev}"`, 'cache-control': 'no-cache' };
  beforeEach(() => {
    table.on(GetCommand).resolves({ Item: stored });
  });

  test('answers the stored item, read consistently', async () => {
    expect(await ask('get')).toStrictEqual(responseOf(200, headers, body));
    expect(table.sent()).toEqual([get(stored)]);
  });

  test('leaves out attributes that are no fields', async () => {
    table.on(GetCommand).resolves({ Item: { ...stored, secret: 'x', closedUntil: 'x' } });
    expect((await ask('get')).body).toStrictEqual(body);
  });

  test('answers 404 when nothing is stored', async () => {
    table.on(GetCommand).resolves({});
    expect(await ask('get')).toEqual(notFound);
  });
});
