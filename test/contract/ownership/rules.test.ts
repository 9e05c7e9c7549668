import { usersDocs } from '../../../functions/users/docs';
import { askAs, createPost, createUser, creatorFor, ownerOf, useOwnership } from '../../support/auth/owned';
import { startGrown } from '../../support/dynamodb/grown';
import { ask } from '../../support/resources';
import { nobody } from '../../support/service';
import { idAt } from '../../support/unit/id';

const { items } = startGrown();
useOwnership();

const [owner, stranger] = [ownerOf('owner'), ownerOf('stranger')];
const notOwner = [403, 'not-owner', undefined];
const creation = { headers: { 'if-none-match': '*' }, body: { title: 'x' } };

/** Returns the status, the code, and the place of the first error of a response. */
const outcomeOf = async (sent: ReturnType<typeof askAs>) => {
  const { status, body } = await sent;
  return [status, body?.code, body?.errors?.[0]?.pointer];
};

describe('an owner', () => {
  test('is the caller who creates', async () => {
    expect(await createUser('owner')).toMatchObject({ owner });
    expect(await createPost('stranger')).toMatchObject({ owner: stranger });
    // No claim is stored.
    expect(JSON.stringify(await items())).not.toMatch(/login\.example|"(ada|bob)"/);
  });

  test.each([
    ['owner', 24.01, notOwner],
    ['owner', 23.99, [201, undefined, undefined]],
    ['admin', 24.01, [201, undefined, undefined]],
  ] as const)('is the %s who creates under an id of %d hours ago: %j', async (role, hours, outcome) => {
    const path = `/posts/${idAt(Date.now() - hours * 3_600_000, 2)}`;
    expect(await outcomeOf(askAs(role, `PUT ${path}`, creation))).toEqual(outcome);
    if (outcome[0] === 201) expect((await ask(`GET ${path}`)).body).toMatchObject({ owner: ownerOf(role) });
  });

  test('is shown by every read and write, and stays the same through changes', async () => {
    const { path, id } = await createPost('owner');
    expect((await askAs('stranger', `GET ${path}`)).body).toMatchObject({ owner });
    expect((await askAs('owner', `PATCH ${path}`, { body: { title: 'Newer' } })).body).toMatchObject({ owner });
    expect((await askAs('admin', `PUT ${path}`, { body: { title: 'Newest' } })).body).toMatchObject({ owner });
    expect((await ask(`GET /posts?id=${id}`)).body).toMatchObject([{ owner }]);
    const prefer = { headers: { prefer: 'return=representation' } };
    expect((await askAs('owner', `DELETE ${path}`, prefer)).body).toMatchObject({ owner });
  });

  test('in the body is ignored in POST and PUT, and refused in PATCH, from anybody but an admin', async () => {
    const { path, owner: first } = await createPost('owner', { owner: stranger });
    const put = await askAs('owner', `PUT ${path}`, { body: { title: 'x', owner: 7 } });
    expect([first, put.status, put.body.owner]).toEqual([owner, 200, owner]);
    const patch = askAs('owner', `PATCH ${path}`, { body: { owner } });
    expect(await outcomeOf(patch)).toEqual([400, 'invalid-body', '#/owner']);
  });

  test('is set by an admin in POST, PUT and PATCH', async () => {
    const { path, owner: first } = await createPost('admin', { owner });
    const { body: put } = await askAs('admin', `PUT ${path}`, { body: { title: 'x', owner: stranger } });
    const { body: patched } = await askAs('admin', `PATCH ${path}`, { body: { owner } });
    expect([first, put.owner, patched.owner]).toEqual([owner, stranger, owner]);
    expect(await createPost('admin')).toMatchObject({ owner: ownerOf('admin') });
  });

  test.each(['ada', 7, null])('is not %j, which is no hash, from an admin', async (wrong) => {
    const { path } = await createPost('owner');
    for (const line of ['POST /posts', `PUT ${path}`, `PATCH ${path}`]) {
      const sent = askAs('admin', line, { body: { title: 'x', owner: wrong } });
      expect(await outcomeOf(sent)).toEqual([400, 'invalid-body', '#/owner']);
    }
  });
});

describe('a post with a userId', () => {
  test.each([
    ['of a stranger', 'stranger'],
    ['without an owner', undefined],
  ] as const)('is not for a user %s: 403, and nothing is written', async (_, role) => {
    const { path } = await createPost('owner', { userId: (await createUser('owner')).id });
    const body = { title: 'x', userId: (await creatorFor(role).create(usersDocs)).id };
    const before = await items();
    const requests: [line: string, headers?: Record<string, string>][] = [
      ['POST /posts'],
      [`PATCH ${path}`],
      [`PUT ${path}`],
      [`PUT /posts/${idAt(Date.now(), 9)}`, creation.headers],
    ];
    for (const [line, headers] of requests)
      expect(await outcomeOf(askAs('owner', line, { headers, body }))).toEqual([403, 'not-owner', '#/userId']);
    expect(await items()).toEqual(before);
  });

  test('stays with its owner when an admin has moved it to another user', async () => {
    const [{ path }, { id: userId }] = [await createPost('owner'), await createUser('stranger')];
    expect((await askAs('admin', `PATCH ${path}`, { body: { userId } })).status).toBe(200);
    expect((await askAs('owner', `PUT ${path}`, { body: { title: 'Still mine', userId } })).status).toBe(200);
    expect((await askAs('owner', `PATCH ${path}`, { body: { userId: null } })).status).toBe(200);
  });

  test('answers 422 for a user who does not exist', async () => {
    const body = { title: 'x', userId: nobody };
    expect(await outcomeOf(askAs('owner', 'POST /posts', { body }))).toEqual([422, 'unknown-user', '#/userId']);
  });
});

test('the order of answers is 400, 404, 403, 412, 409 or 422', async () => {
  const { path: ofUser, id: userId } = await createUser('owner');
  await createPost('owner', { userId });
  const { path } = await createPost('owner');
  const stale = { headers: { 'if-match': '"stale"' } };
  const wrong = { ...stale, body: { titel: 'x' } };
  expect(await outcomeOf(askAs('stranger', `PATCH ${path}`, wrong))).toEqual([400, 'invalid-body', '#/titel']);
  expect((await askAs('stranger', `DELETE /posts/${nobody}`, stale)).status).toBe(404);
  expect(await outcomeOf(askAs('stranger', `DELETE ${path}`, stale))).toEqual(notOwner);
  expect(await outcomeOf(askAs('stranger', `PATCH ${path}`, { ...stale, body: { title: 'x' } }))).toEqual(notOwner);
  expect(await outcomeOf(askAs('stranger', `PUT ${path}`, creation))).toEqual(notOwner);
  const orphaned = { body: { userId: nobody } };
  expect(await outcomeOf(askAs('stranger', `PATCH ${path}`, orphaned))).toEqual(notOwner);
  expect((await askAs('owner', `PATCH ${path}`, { ...stale, ...orphaned })).status).toBe(412);
  expect((await askAs('owner', `PUT ${path}`, creation)).status).toBe(412);
  expect((await askAs('owner', `DELETE ${ofUser}`, stale)).status).toBe(412);
  expect((await askAs('owner', `DELETE ${ofUser}`)).status).toBe(409);
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
  const { body } = await ask(`GET ${path}`);
  const refused = outcomeOf(ask('POST /posts', { body: { title: 'x', owner } }));
  process.env.OWNERSHIP = 'true';
  expect(body).toEqual({ ...body, owner: undefined });
  expect(await refused).toEqual([400, 'invalid-body', '#/owner']);
});
