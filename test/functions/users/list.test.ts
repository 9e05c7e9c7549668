import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/users/list';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import { ann, annSeen, bob, claimKey, mockTable, onTable } from '../../support/table';

const table = mockTable();
const list = (query = '') => invoke(handler, eventOf('GET /api/v1/users', { query }));

const headers = { etag: expect.stringMatching(/^"[\w-]{22}"$/), 'cache-control': 'no-cache', vary: 'prefer' };
const first = (query: string) => `<https://api.example/api/v1/users?${query}>; rel="first"`;
const read = (Key: object) => ['GetCommand', { ...onTable, Key, ConsistentRead: true }];
const key = { pk: 'USER', sk: ann.sk };

describe('GET /api/v1/users', () => {
  test('lists the newest first, with the next page', async () => {
    table.on(QueryCommand).resolves({ Items: [ann, bob], LastEvaluatedKey: { pk: 'USER', sk: bob.sk } });
    const link = `<https://api.example/api/v1/users?limit=1&after=${ann.sk}>; rel="next"`;
    expect(await list('limit=1')).toEqual(answerOf(200, { ...headers, link }, [annSeen]));
    expect(table.sent()).toEqual([
      [
        'QueryCommand',
        {
          ...onTable,
          KeyConditionExpression: 'pk = :within',
          ExpressionAttributeValues: { ':within': 'USER' },
          ScanIndexForward: false,
          Limit: 2,
        },
      ],
    ]);
  });

  test('skips a malformed item', async () => {
    table.on(QueryCommand).resolves({ Items: [{ ...bob, email: null }, ann] });
    expect(await list()).toEqual(answerOf(200, headers, [annSeen]));
    expect(table.logged()[0]).toEqual({
      level: 'error',
      message: 'skipped a malformed item',
      sk: bob.sk,
      requestId: 'request-1',
      reason: 'Error: A stored item has no string "email".',
    });
  });

  test('finds the user of an address by its claim, however it is written', async () => {
    table
      .on(GetCommand)
      .resolvesOnce({ Item: { ownerId: ann.sk } })
      .resolvesOnce({ Item: ann });
    expect(await list('email=ANN@example.com')).toEqual(answerOf(200, headers, [annSeen]));
    expect(table.sent()).toEqual([read(claimKey('ann@example.com')), read(key)]);
  });

  test('finds nobody when the address is not claimed', async () => {
    table.on(GetCommand).resolves({});
    expect(await list('email=ann@example.com')).toEqual(answerOf(200, headers, []));
    expect(table.sent()).toEqual([read(claimKey('ann@example.com'))]);
  });

  test.each([
    ['claim', [{}]],
    ['user', [{ ownerId: ann.sk }, { ...ann, name: 7 }]],
  ])('finds nobody behind a malformed %s', async (_, items) => {
    for (const Item of items) table.on(GetCommand).resolvesOnce({ Item });
    expect(await list('email=ann@example.com')).toEqual(answerOf(200, headers, []));
  });

  test.each([
    ['is gone', undefined],
    ['has another address', { ...ann, email: 'new@example.com' }],
  ])('finds nobody when the owner %s by now', async (_, Item) => {
    table
      .on(GetCommand)
      .resolvesOnce({ Item: { ownerId: ann.sk } })
      .resolvesOnce({ Item });
    expect(await list('email=ann@example.com')).toEqual(answerOf(200, headers, []));
    expect(table.logged()).toHaveLength(1);
  });

  test.each([
    ['desc', bob.sk, []],
    ['desc', ann.sk, []],
    ['desc', '01a1f640-bc00-7000-8000-000000000000', [annSeen]],
    ['asc', bob.sk, [annSeen]],
    ['asc', ann.sk, []],
  ])('pages the user of an address, too: %s behind %s', async (order, after, found) => {
    table
      .on(GetCommand)
      .resolvesOnce({ Item: { ownerId: ann.sk } })
      .resolvesOnce({ Item: ann });
    expect(await list(`email=ann@example.com&order=${order}&after=${after}`)).toEqual(
      answerOf(200, { ...headers, link: first(`email=ann%40example.com&order=${order}`) }, found),
    );
  });

  test('refuses what is no address', async () => {
    const detail = 'must be an e-mail address: one @ with something on both sides, no white space';
    expect(await list('email=ann.example')).toEqual(
      problemOf(400, 'invalid-query', '1 parameter is invalid.', { errors: [{ parameter: 'email', detail }] }),
    );
    expect(table.sent()).toEqual([]);
  });
});

describe('GET /api/v1/users, counted', () => {
  const totalOf = async (query: string) => {
    const event = eventOf('GET /api/v1/users', { query, headers: { prefer: 'count=exact' } });
    const { headers: got } = await invoke(handler, event);
    return [got?.['x-total-count'], got?.['preference-applied']];
  };

  test.each(['', `&after=${bob.sk}`, `&after=${ann.sk}`])(
    'is one user for an address, at any page: %s',
    async (more) => {
      table
        .on(GetCommand)
        .resolvesOnce({ Item: { ownerId: ann.sk } })
        .resolves({ Item: ann });
      expect(await totalOf(`email=ann@example.com${more}`)).toEqual(['1', 'count=exact']);
    },
  );

  test('counts all pages', async () => {
    const lastKey = { pk: 'USER', sk: bob.sk };
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [ann, bob], LastEvaluatedKey: lastKey })
      .resolvesOnce({ Count: 2 });
    expect(await totalOf('limit=1')).toEqual(['2', 'count=exact']);
  });
});
