import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/list';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import { ann, mockTable, onTable, post, postSeen } from '../../support/table';

const table = mockTable();
const list = (query = '', headers = {}) => invoke(handler, eventOf('GET /posts', { query, headers }));

const id = (n: number) => `01a1f3ad-8e00-7000-8000-${String(n).padStart(12, '0')}`;
const item = (n: number) => ({ ...post, sk: id(n) });
const seen = (n: number) => ({ ...postSeen, id: id(n) });
const lastKey = { pk: 'POST', sk: id(1) };
const query = (input = {}) => [
  'QueryCommand',
  {
    ...onTable,
    KeyConditionExpression: 'pk = :within',
    ExpressionAttributeValues: { ':within': 'POST' },
    ScanIndexForward: false,
    Limit: 51,
    ...input,
  },
];
const tag = expect.stringMatching(/^"[\w-]{22}"$/);
const headers = { etag: tag, 'cache-control': 'no-cache', vary: 'prefer' };
const next = (parameters: string) => `<https://api.example/posts?${parameters}>; rel="next"`;
const first = (parameters: string) => `<https://api.example/posts${parameters}>; rel="first"`;

describe('GET /posts', () => {
  test('lists the newest first, asking for one item more than the page', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)] });
    expect(await list()).toEqual(answerOf(200, headers, [seen(9), seen(8)]));
    expect(table.sent()).toEqual([query()]);
  });

  test('answers as ever where the gateway ignores a slash at the end, and links to the path without it', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)], LastEvaluatedKey: lastKey });
    const event = eventOf('GET /posts', { path: '/posts/', query: 'limit=1' });
    const link = next(`limit=1&after=${id(9)}`);
    expect(await invoke(handler, event)).toEqual(answerOf(200, { ...headers, link }, [seen(9)]));
  });

  test.each([{ Items: [] }, { Items: [], LastEvaluatedKey: lastKey }, {}])(
    'answers an empty list to %j',
    async (page) => {
      table.on(QueryCommand).resolves(page);
      expect(await list()).toEqual(answerOf(200, headers, []));
      expect(table.logged()).toHaveLength(1);
    },
  );

  test('lists the oldest first', async () => {
    table.on(QueryCommand).resolves({ Items: [item(1), item(2)] });
    expect((await list('order=asc')).body).toEqual([seen(1), seen(2)]);
    expect(table.sent()).toEqual([query({ ScanIndexForward: true })]);
  });

  test.each([
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999999', 100],
  ])('takes limit=%s for %i', async (given, limit) => {
    table.on(QueryCommand).resolves({ Items: [] });
    expect((await list(`limit=${given}`)).status).toBe(200);
    expect(table.sent()).toEqual([query({ Limit: limit + 1 })]);
  });

  test.each([
    ['desc', '<'],
    ['asc', '>'],
  ])('continues behind an id in order %s', async (order, operator) => {
    table.on(QueryCommand).resolves({ Items: [item(5)] });
    expect(await list(`after=${id(7)}&order=${order}`)).toEqual(
      answerOf(200, { ...headers, link: first(`?order=${order}`) }, [seen(5)]),
    );
    expect(table.sent()).toEqual([
      query({
        KeyConditionExpression: `pk = :within AND sk ${operator} :after`,
        ExpressionAttributeValues: { ':within': 'POST', ':after': id(7) },
        ScanIndexForward: order === 'asc',
      }),
    ]);
  });

  test('does not show the one item more: it says that there is a next page', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9), item(8), item(7)], LastEvaluatedKey: lastKey });
    expect(await list('limit=2')).toEqual(
      answerOf(200, { ...headers, link: next(`limit=2&after=${id(8)}`) }, [seen(9), seen(8)]),
    );
    expect(table.sent()).toEqual([query({ Limit: 3 })]);
  });

  test('has no next page when just as many items are left as the page has', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)] });
    expect(await list('limit=2')).toEqual(answerOf(200, headers, [seen(9), seen(8)]));
  });

  test('goes on behind the last item shown where 1 MB cut the page', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)], LastEvaluatedKey: lastKey });
    expect(await list()).toEqual(answerOf(200, { ...headers, link: next(`after=${id(9)}`) }, [seen(9)]));
  });

  test('links to the next page and the first one, the rest of the question kept', async () => {
    table.on(QueryCommand).resolves({ Items: [item(5), item(6)], LastEvaluatedKey: lastKey });
    const { headers: got } = await list(`order=asc&after=${id(4)}&userId=${ann.sk}&limit=1`);
    const rest = `order=asc&userId=${ann.sk}&limit=1`;
    expect(got?.link).toBe(`${next(`${rest}&after=${id(5)}`)}, ${first(`?${rest}`)}`);
  });

  test('links to scheme and host as the client asked', async () => {
    table.on(QueryCommand).resolves({ Items: [] });
    const asked = { host: 'localhost:3000', 'x-forwarded-proto': 'http' };
    expect((await list(`after=${id(4)}`, asked)).headers?.link).toBe('<http://localhost:3000/posts>; rel="first"');
  });

  test('lists the posts of one user by the index', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9)] });
    expect(await list(`userId=${ann.sk}&after=${id(10)}`)).toEqual(
      answerOf(200, { ...headers, link: first(`?userId=${ann.sk}`) }, [seen(9)]),
    );
    expect(table.sent()).toEqual([
      query({
        IndexName: 'byUser',
        KeyConditionExpression: 'userId = :within AND sk < :after',
        ExpressionAttributeValues: { ':within': ann.sk, ':after': id(10) },
      }),
    ]);
  });

  test('skips a malformed item, logs it, and goes on behind it', async () => {
    const { title: _, ...malformed } = item(8);
    table.on(QueryCommand).resolves({ Items: [item(9), malformed, item(7)], LastEvaluatedKey: lastKey });
    expect(await list('limit=2')).toEqual(
      answerOf(200, { ...headers, link: next(`limit=2&after=${id(8)}`) }, [seen(9)]),
    );
    expect(table.logged()[0]).toEqual({
      level: 'error',
      message: 'skipped a malformed item',
      sk: id(8),
      requestId: 'request-1',
      reason: 'Error: A stored item has no string "title".',
    });
  });

  test('answers 304 while the list is the same, and its new ETag when it is not', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9)] });
    const { headers: got } = await list();
    const etag = String(got?.etag);
    table.on(QueryCommand).resolves({ Items: [item(9)] });
    expect(await list('', { 'if-none-match': etag })).toEqual(answerOf(304, { ...headers, etag }));
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)] });
    const changed = await list('', { 'if-none-match': etag });
    expect(changed).toEqual(answerOf(200, headers, [seen(9), seen(8)]));
    expect(changed.headers?.etag).not.toBe(etag);
  });

  test('has another ETag where the same page has a next one', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9)] });
    const last = await list();
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)], LastEvaluatedKey: lastKey });
    const cut = await list();
    expect(cut.body).toEqual(last.body);
    expect(cut.headers?.etag).not.toBe(last.headers?.etag);
  });

  test('refuses another userId than an id', async () => {
    const detail = 'must be an id as this service writes it: a lower-case UUIDv7';
    expect(await list('userId=ann')).toEqual(
      problemOf(400, 'invalid-query', '1 parameter is invalid.', { errors: [{ parameter: 'userId', detail }] }),
    );
    expect(table.sent()).toEqual([]);
  });
});

describe('GET /posts, counted', () => {
  const exact = { prefer: 'count=exact' };
  const totalOf = async (parameters = '', given: object = exact) => {
    const answer = await list(parameters, given);
    return [answer.status, answer.headers?.['x-total-count'], answer.headers?.['preference-applied']];
  };
  const counting = (input = {}) => [
    'QueryCommand',
    {
      ...onTable,
      KeyConditionExpression: 'pk = :within',
      ExpressionAttributeValues: { ':within': 'POST' },
      ScanIndexForward: true,
      Select: 'COUNT',
      ...input,
    },
  ];

  test('counts what is on the only page without another query', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)] });
    expect(await totalOf()).toEqual([200, '2', 'count=exact']);
    expect(table.sent()).toEqual([query()]);
  });

  test('counts what is on other pages, too', async () => {
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [item(9), item(8)], LastEvaluatedKey: lastKey })
      .resolvesOnce({ Count: 700, LastEvaluatedKey: lastKey, ConsumedCapacity: { CapacityUnits: 128 } })
      .resolvesOnce({ Count: 42, ConsumedCapacity: { CapacityUnits: 7.5 } });
    expect(await totalOf('limit=1')).toEqual([200, '742', 'count=exact']);
    expect(table.logged()).toMatchObject([{ readUnits: 135.5 }]);
    expect(table.sent().slice(1)).toEqual([counting(), counting({ ExclusiveStartKey: lastKey })]);
  });

  test('counts from the start where a list is continued', async () => {
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [item(8)] })
      .resolvesOnce({ Count: 9 });
    expect(await totalOf(`after=${id(9)}`)).toEqual([200, '9', 'count=exact']);
    expect(table.sent()[1]).toEqual(counting());
  });

  test('counts the posts of a user', async () => {
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [item(9), item(8)], LastEvaluatedKey: lastKey })
      .resolvesOnce({ Count: 3 });
    expect(await totalOf(`userId=${ann.sk}&limit=1`)).toEqual([200, '3', 'count=exact']);
    expect(table.sent()[1]).toEqual(
      counting({
        IndexName: 'byUser',
        KeyConditionExpression: 'userId = :within',
        ExpressionAttributeValues: { ':within': ann.sk },
      }),
    );
  });

  test('says nothing where counting takes more than four queries', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)], Count: 100, LastEvaluatedKey: lastKey });
    expect(await totalOf('limit=1')).toEqual([200, undefined, undefined]);
    expect(table.sent()).toHaveLength(1 + 4);
  });

  test.each([
    ['Count = "exact"', true],
    ['respond-async, count=exact; wait=1', true],
    ['return=minimal', false],
    ['count=exactly', false],
    ['count=planned', false],
    ['x="a, count=exact"', false],
    ['x="a, count=exact', false],
    ['x="y\\", count=exact, z="', false],
    ['count=estimated, count=exact', true],
    ['discount=exact', false],
    ['count', false],
    ['', false],
  ])('heeds Prefer: %s', async (prefer, isCounted) => {
    table.on(QueryCommand).resolves({ Items: [item(9)] });
    expect(await totalOf('', { prefer })).toEqual([
      200,
      ...(isCounted ? ['1', 'count=exact'] : [undefined, undefined]),
    ]);
  });
});
