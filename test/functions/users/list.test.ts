import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { claimKey, get } from '../../support/dynamodb/commands';
import { users } from '../../support/resources';
import { responseOf } from '../../support/responses';
import { mockTable, otherUser, storedUser, userBody } from '../../support/table';

const table = mockTable();
const find = (parameters = '', headers = {}) =>
  users.ask('list', { query: `email=ann@example.com${parameters}`, headers });

const headers = {
  etag: expect.stringMatching(/^"[\w-]{22}"$/),
  'cache-control': 'no-cache',
  vary: 'accept-encoding, prefer',
};
const found = responseOf(200, headers, [userBody]);
const none = responseOf(200, headers, []);

/** Replies to the reads of the claim and of its owner. */
const stores = (claim: object | undefined, user?: object) =>
  table
    .on(GetCommand)
    .resolvesOnce({ Item: claim && { ...claim } })
    .resolves({ Item: user && { ...user } });
beforeEach(() => {
  stores({ ownerId: storedUser.sk }, storedUser);
});

describe('GET /api/v1/users?email', () => {
  test('finds the user of an address by its claim', async () => {
    expect(await find()).toEqual(found);
    expect(table.sent()).toEqual([get(claimKey('ann@example.com')), get(storedUser)]);
  });

  test.each([
    ['the address is not claimed', undefined, undefined],
    ['the claim is malformed', {}, undefined],
    ['the owner is malformed', { ownerId: storedUser.sk }, { ...storedUser, name: 7 }],
    ['the owner is gone', { ownerId: storedUser.sk }, undefined],
    ['the owner has another address by now', { ownerId: storedUser.sk }, { ...storedUser, email: 'new@example.com' }],
  ])('finds nobody when %s', async (_, claim, user) => {
    table.reset();
    stores(claim, user);
    expect(await find()).toEqual(none);
  });

  test.each([
    ['desc', otherUser.sk, none],
    ['desc', storedUser.sk, none],
    ['desc', '01a1f640-bc00-7000-8000-000000000000', found],
    ['asc', otherUser.sk, found],
    ['asc', storedUser.sk, none],
  ])('continues in order %s behind %s', async (order, after, { body }) => {
    const response = await find(`&order=${order}&after=${after}`);
    expect(response.body).toEqual(body);
    expect(response.headers?.link).toBe(
      `<https://api.example/api/v1/users?email=ann%40example.com&order=${order}>; rel="first"`,
    );
  });

  test.each([
    ['createdSince=2026-11-19T12:00:00Z', [userBody]],
    ['createdSince=2026-11-19T12:00:00.001Z', []],
    ['createdBefore=2026-11-19T12:00:00.001Z', [userBody]],
    ['createdBefore=2026-11-19T12:00:00Z', []],
    ['createdSince=2026-11-19&createdBefore=2026-11-20', [userBody]],
  ])('compares the time of the user with %s, and counts the user accordingly', async (range, body) => {
    const response = await find(`&${range}`, { prefer: 'count=exact' });
    expect(response.body).toEqual(body);
    expect(response.headers).toMatchObject({ 'x-total-count': String(body.length) });
  });

  const pages = ['', `&after=${otherUser.sk}`, `&after=${storedUser.sk}`];
  test.each(pages)('counts one user at any page: %s', async (more) => {
    const counted = await find(more, { prefer: 'count=exact' });
    expect(counted.headers).toMatchObject({ 'x-total-count': '1', 'preference-applied': 'count=exact' });
  });
});
