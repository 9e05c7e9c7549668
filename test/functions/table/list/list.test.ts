import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { query, within } from '../../../support/dynamodb/commands';
import { resources } from '../../../support/resources';
import { responseOf } from '../../../support/responses';
import { idOf, mockTable } from '../../../support/table';

const table = mockTable();

const headers = {
  etag: expect.stringMatching(/^"[\w-]{22}"$/),
  'cache-control': 'no-cache',
  vary: 'accept-encoding, prefer',
};

describe.each(resources)('GET $path', ({ ask, body, path, stored: { pk, ...stored } }) => {
  const item = (number: number) => ({ pk, ...stored, sk: idOf(number) });
  const bodyOf = (...numbers: number[]) => numbers.map((number) => ({ ...body, id: idOf(number) }));
  const list = (parameters = '', more = {}) => ask('list', { query: parameters, headers: more });
  const lastKey = { pk, sk: idOf(1) };
  const finds = (...numbers: number[]) => table.on(QueryCommand).resolves({ Items: numbers.map(item) });
  /** Finds more than the items of this page. */
  const findsMore = (...numbers: number[]) =>
    table.on(QueryCommand).resolves({ Items: numbers.map(item), LastEvaluatedKey: lastKey });
  const queried = (input = {}) => [
    query({
      ...within({ pk }),
      Limit: 51,
      ...input,
    }),
  ];
  const linkTo = (rel: string, parameters = '') => `<https://api.example${path}${parameters}>; rel="${rel}"`;
  const page = (numbers: number[], link?: string) =>
    responseOf(200, { ...headers, ...(link && { link }) }, bodyOf(...numbers));

  test('lists the newest first, and asks for one item more than the page', async () => {
    finds(9, 8);
    expect(await list()).toEqual(page([9, 8]));
    expect(table.sent()).toEqual(queried());
  });

  test('ignores a slash at the end of the path, and links to the path without it', async () => {
    findsMore(9, 8);
    const response = await ask('list', { path: `${path}/`, query: 'limit=1' });
    expect(response).toEqual(page([9], linkTo('next', `?limit=1&after=${idOf(9)}`)));
  });

  test.each([{ Items: [] }, { Items: [], LastEvaluatedKey: lastKey }, {}])(
    'is empty after the reply %j',
    async (reply) => {
      table.on(QueryCommand).resolves(reply);
      expect(await list()).toEqual(page([]));
      expect(table.logged()).toHaveLength(1);
    },
  );

  test.each([
    ['1', 1],
    ['101', 100],
    ['99999999999999999999999', 100],
  ])('takes limit=%s as %i', async (given, limit) => {
    finds();
    expect((await list(`limit=${given}`)).status).toBe(200);
    expect(table.sent()).toEqual(queried({ Limit: limit + 1 }));
  });

  test.each(['desc', 'asc'] as const)('continues behind an id in order %s', async (order) => {
    finds(5);
    expect(await list(`after=${idOf(7)}&order=${order}`)).toEqual(page([5], linkTo('first', `?order=${order}`)));
    expect(table.sent()).toEqual(queried(within({ pk }, { order, after: idOf(7) })));
  });

  test('has no next page when as many items are left as the page has', async () => {
    finds(9, 8);
    expect(await list('limit=2')).toEqual(page([9, 8]));
  });

  test('continues behind the last item shown when 1 MB ends the page', async () => {
    findsMore(9, 8);
    expect(await list()).toEqual(page([9], linkTo('next', `?after=${idOf(9)}`)));
  });

  test('links to the next and the first page with the other parameters kept', async () => {
    findsMore(5, 6);
    const response = await list(`order=asc&after=${idOf(4)}&limit=1`);
    const rest = '?order=asc&limit=1';
    expect(response.headers?.link).toBe(`${linkTo('next', `${rest}&after=${idOf(5)}`)}, ${linkTo('first', rest)}`);
  });

  test('links to the scheme and host that the client asked', async () => {
    finds();
    const response = await list(`after=${idOf(4)}`, { host: 'localhost:3000', 'x-forwarded-proto': 'http' });
    expect(response.headers?.link).toBe(`<http://localhost:3000${path}>; rel="first"`);
  });

  test('skips a malformed item, logs it, and continues behind it', async () => {
    const Items = [item(9), { ...item(8), updatedAt: null }, item(7)];
    table.on(QueryCommand).resolves({ Items, LastEvaluatedKey: lastKey });
    expect(await list('limit=2')).toEqual(page([9], linkTo('next', `?limit=2&after=${idOf(8)}`)));
    expect(table.logged()[0]).toEqual({
      level: 'error',
      message: 'skipped a malformed item',
      sk: idOf(8),
      requestId: 'request-1',
      reason: 'Error: A stored item has no string "updatedAt".',
    });
  });

  test('answers 304 while the list is the same, and another ETag when it is not', async () => {
    finds(9);
    const etag = String((await list()).headers?.etag);
    expect(await list('', { 'if-none-match': etag })).toEqual(responseOf(304, { ...headers, etag }));
    finds(9, 8);
    const changed = await list('', { 'if-none-match': etag });
    expect(changed).toEqual(page([9, 8]));
    expect(changed.headers?.etag).not.toBe(etag);
  });

  test('has another ETag when the same page has a next one', async () => {
    finds(9);
    const last = await list();
    findsMore(9, 8);
    const first = await list();
    expect(first.body).toEqual(last.body);
    expect(first.headers?.etag).not.toBe(last.headers?.etag);
  });
});
