import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { get } from '../../support/dynamodb/commands';
import { readAs } from '../../support/model';
import { ask as askLine, resources } from '../../support/resources';
import { notFound, responseOf, stale } from '../../support/responses';
import { mockTable } from '../../support/table';

const table = mockTable();

describe.each(resources)('GET $path/{id}', ({ ask, body, model, path, stored }) => {
  const headers = { etag: `"${stored.rev}"`, 'cache-control': 'no-cache' };
  const found = responseOf(200, headers, body);
  beforeEach(() => {
    table.on(GetCommand).resolves({ Item: stored });
  });

  test('answers the stored item, read consistently', async () => {
    expect(await ask('get')).toEqual(found);
    expect(table.sent()).toEqual([get(stored)]);
  });

  test('answers a body that its model reads', async () => {
    expect(readAs(model, (await ask('get')).body)).toEqual(body);
  });

  test('leaves out attributes that are no fields', async () => {
    table.on(GetCommand).resolves({ Item: { ...stored, secret: 'x', closedUntil: 'x' } });
    expect((await ask('get')).body).toStrictEqual(body);
  });

  test('answers HEAD as GET, because the gateway drops the body', async () => {
    expect(await askLine(`HEAD ${path}/${stored.sk}`)).toEqual(found);
  });

  test('answers 304 when If-None-Match has its ETag', async () => {
    expect(await ask('get', { headers: { 'if-none-match': `W/"${stored.rev}"` } })).toEqual(responseOf(304, headers));
  });

  test('answers 412 when If-Match has another ETag', async () => {
    expect(await ask('get', { headers: { 'if-match': '"old"' } })).toEqual(stale(stored.rev));
  });

  test('answers 404 when nothing is stored', async () => {
    table.on(GetCommand).resolves({});
    expect(await ask('get')).toEqual(notFound);
  });
});
