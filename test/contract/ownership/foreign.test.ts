import { askAs, createPost, createUser, outcomeOf, ownerOf, type Role, useOwnership } from '../../support/auth/owned';
import { startGrown } from '../../support/dynamodb/grown';
import { ask } from '../../support/resources';
import { nobody } from '../../support/service';

const { items } = startGrown();
useOwnership();

const [owner, stranger] = [ownerOf('owner'), ownerOf('stranger')];
const notOwner = [403, 'not-owner', undefined];

describe('lists of users', () => {
  const idsOf = async (role: Role, query: string) => {
    const { status, body } = await askAs(role, `GET /api/v1/users?${query}`);
    expect(status).toBe(200);
    return body.map(({ id }: { id: string }) => id);
  };

  test("by address and by id find the caller's only, and count them", async () => {
    const [mine, foreign] = [await createUser('owner'), await createUser('stranger')];
    expect(await idsOf('owner', `email=${mine.email}`)).toEqual([mine.id]);
    expect(await idsOf('owner', `email=${foreign.email}`)).toEqual([]);
    expect(await idsOf('owner', `id=${foreign.id}&id=${mine.id}`)).toEqual([mine.id]);
    expect(await idsOf('admin', `id=${foreign.id}&id=${mine.id}`)).toEqual([foreign.id, mine.id]);
    const headers = { prefer: 'count=exact' };
    const counted = await askAs('owner', `GET /api/v1/users?email=${foreign.email}`, { headers });
    expect(counted.headers).toMatchObject({ 'x-total-count': '0' });
  });
});

describe('a foreign user', () => {
  const body = { name: 'Eve', email: 'eve@rules.example' };
  test.each([
    ['PATCH', { body: {} }],
    ['GET', { headers: { 'if-none-match': '*' } }],
    ['PUT', { body, headers: { 'if-match': '"x"' } }],
    ['PATCH', { body, headers: { 'if-match': '*' } }],
    ['DELETE', { headers: { 'if-match': '"x"' } }],
    ['DELETE', { query: 'force=true' }],
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

describe('the order of answers', () => {
  test('is 400, 404, 403, 412, 409', async () => {
    const { path, id: userId } = await createUser('owner');
    await createPost('owner', { userId });
    const ofPost = await createPost('owner');
    const stale = { headers: { 'if-match': '"stale"' } };
    const wrong = { ...stale, body: { titel: 'x' } };
    expect(await outcomeOf(askAs('stranger', `PATCH ${ofPost.path}`, wrong))).toEqual([400, 'invalid-body', '#/titel']);
    expect((await outcomeOf(askAs('stranger', `DELETE /posts/${nobody}`, stale)))[0]).toBe(404);
    expect(await outcomeOf(askAs('stranger', `DELETE ${ofPost.path}`, stale))).toEqual(notOwner);
    expect(await outcomeOf(askAs('stranger', `PATCH ${ofPost.path}`, { ...stale, body: { title: 'x' } }))).toEqual(
      notOwner,
    );
    const creation = { headers: { 'if-none-match': '*' }, body: { title: 'x' } };
    expect(await outcomeOf(askAs('stranger', `PUT ${ofPost.path}`, creation))).toEqual(notOwner);
    expect((await outcomeOf(askAs('owner', `PUT ${ofPost.path}`, creation)))[0]).toBe(412);
    expect((await outcomeOf(askAs('owner', `DELETE ${path}`, stale)))[0]).toBe(412);
    expect((await outcomeOf(askAs('owner', `DELETE ${path}`)))[0]).toBe(409);
  });
});

test('a deletion by force deletes all posts of the user, whoever owns them', async () => {
  const { path, id: userId } = await createUser('owner');
  const mine = await createPost('owner', { userId });
  const others = await createPost('admin', { userId, owner: stranger });
  expect((await askAs('owner', `DELETE ${path}?force=true`)).status).toBe(204);
  for (const gone of [mine, others]) expect((await ask(`GET ${gone.path}`)).status).toBe(404);
});

test('a stage without ownership shows no owner and knows no such member', async () => {
  const { path } = await createPost('owner');
  process.env.OWNERSHIP = '';
  const { body, headers } = await ask(`GET ${path}`);
  const refused = outcomeOf(ask('POST /posts', { body: { title: 'x', owner } }));
  expect([body.owner, headers?.etag]).toEqual([undefined, expect.any(String)]);
  expect(await refused).toEqual([400, 'invalid-body', '#/owner']);
  process.env.OWNERSHIP = 'true';
});
