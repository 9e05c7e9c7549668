import { askAs, createPost, createUser, type Role, useOwnership } from '../../support/auth/owned';
import { startGrown } from '../../support/dynamodb/grown';
import { nobody } from '../../support/service';

const { items } = startGrown();
useOwnership();

test("lists of users by address and by id find the caller's only, and count them", async () => {
  const [mine, foreign] = [await createUser('owner'), await createUser('stranger')];
  const idsOf = async (role: Role, query: string) => {
    const { body } = await askAs(role, `GET /api/v1/users?${query}`);
    return body.map(({ id }: { id: string }) => id);
  };
  expect(await idsOf('owner', `email=${mine.email}`)).toEqual([mine.id]);
  expect(await idsOf('owner', `email=${foreign.email}`)).toEqual([]);
  expect(await idsOf('owner', `id=${foreign.id}&id=${mine.id}`)).toEqual([mine.id]);
  expect(await idsOf('admin', `id=${foreign.id}&id=${mine.id}`)).toEqual([foreign.id, mine.id]);
  const headers = { prefer: 'count=exact' };
  const counted = await askAs('owner', `GET /api/v1/users?email=${foreign.email}`, { headers });
  expect(counted.headers).toMatchObject({ 'x-total-count': '0' });
});

describe('a foreign user', () => {
  const body = { name: 'Eve', email: 'eve@rules.example' };
  test.each([
    ['PATCH', { body: {} }],
    ['GET', { headers: { 'if-none-match': '*' } }],
    ['PUT', { body, headers: { 'if-match': '"x"' } }],
    ['PATCH', { body, headers: { 'if-match': '*' } }],
    ['DELETE', { headers: { 'if-match': '"x"' } }],
    ['DELETE', { query: 'force=true', headers: { 'if-match': '"x"' } }],
  ])('is for a stranger as one who does not exist: %s %j', async (method, parts) => {
    const { path, id: userId } = await createUser('owner');
    await createPost('owner', { userId });
    const before = await items();
    const foreign = await askAs('stranger', `${method} ${path}`, parts);
    expect(foreign).toEqual(await askAs('stranger', `${method} /api/v1/users/${nobody}`, parts));
    expect(foreign.status).toBe(404);
    expect(await items()).toEqual(before);
  });
});
