import { askAs, createPost, createUser, creatorFor, outcomeOf, ownerOf, useOwnership } from '../../support/auth/owned';
import { startGrown } from '../../support/dynamodb/grown';
import { idAt } from '../../support/id';
import { ask } from '../../support/resources';
import { nobody } from '../../support/service';

const { items } = startGrown();
useOwnership();

const [owner, stranger] = [ownerOf('owner'), ownerOf('stranger')];
const notOwnerOfUser = [403, 'not-owner', '#/userId'];

describe('an owner', () => {
  test('is the caller who creates, by POST and by PUT', async () => {
    expect(await createUser('owner')).toMatchObject({ owner });
    expect(await createPost('stranger')).toMatchObject({ owner: stranger });
    const creation = { headers: { 'if-none-match': '*' }, body: { title: 'A title' } };
    const { status, body } = await askAs('owner', `PUT /posts/${idAt(Date.now(), 1)}`, creation);
    expect([status, body.owner]).toEqual([201, owner]);
  });

  test.each([
    ['owner', 24.01, [403, 'not-owner', undefined]],
    ['owner', 23.99, [201, undefined, undefined]],
    ['admin', 24.01, [201, undefined, undefined]],
  ] as const)('is the %s who creates under an id of %d hours ago: %j', async (role, hours, outcome) => {
    const creation = { headers: { 'if-none-match': '*' }, body: { title: 'x' } };
    const sent = askAs(role, `PUT /posts/${idAt(Date.now() - hours * 3_600_000, 2)}`, creation);
    expect(await outcomeOf(sent)).toEqual(outcome);
  });

  test('is shown by every read and write, and stays the same through changes', async () => {
    const { path, id } = await createPost('owner');
    expect((await askAs('stranger', `GET ${path}`)).body).toMatchObject({ owner });
    expect((await askAs('owner', `PUT ${path}`, { body: { title: 'New' } })).body).toMatchObject({ owner });
    expect((await askAs('owner', `PATCH ${path}`, { body: { title: 'Newer' } })).body).toMatchObject({ owner });
    expect((await askAs('admin', `PATCH ${path}`, { body: { title: 'Newest' } })).body).toMatchObject({ owner });
    expect((await ask(`GET /posts?id=${id}`)).body).toMatchObject([{ owner }]);
    const prefer = { headers: { prefer: 'return=representation' } };
    expect((await askAs('owner', `DELETE ${path}`, prefer)).body).toMatchObject({ owner });
  });

  test('in the body is ignored in POST and PUT, and refused in PATCH, from anybody but an admin', async () => {
    const { path } = await createPost('owner', { owner: stranger });
    expect((await ask(`GET ${path}`)).body).toMatchObject({ owner });
    const put = await askAs('owner', `PUT ${path}`, { body: { title: 'x', owner: 7 } });
    expect([put.status, put.body.owner]).toEqual([200, owner]);
    const patch = askAs('owner', `PATCH ${path}`, { body: { owner } });
    expect(await outcomeOf(patch)).toEqual([400, 'invalid-body', '#/owner']);
  });

  test('is set by an admin in POST, PUT and PATCH, and kept when an admin leaves it out', async () => {
    const { path, owner: first } = await createPost('admin', { owner });
    expect(first).toBe(owner);
    expect((await askAs('admin', `PUT ${path}`, { body: { title: 'x' } })).body).toMatchObject({ owner });
    expect((await askAs('admin', `PUT ${path}`, { body: { title: 'x', owner: stranger } })).body).toMatchObject({
      owner: stranger,
    });
    expect((await askAs('admin', `PATCH ${path}`, { body: { owner } })).body).toMatchObject({ owner });
    const { body } = await askAs('admin', 'POST /posts', { body: { title: 'x' } });
    expect(body.owner).toBe(ownerOf('admin'));
  });

  test('that is no hash is refused from an admin', async () => {
    const { path } = await createPost('owner');
    for (const line of ['POST /posts', `PUT ${path}`, `PATCH ${path}`])
      for (const wrong of ['ada', 7, null]) {
        const sent = askAs('admin', line, { body: { title: 'x', owner: wrong } });
        expect(await outcomeOf(sent)).toEqual([400, 'invalid-body', '#/owner']);
      }
  });
});

describe('a post with a userId', () => {
  test('can be created and moved only to a user of the caller', async () => {
    const [mine, foreign] = [await createUser('owner'), await createUser('stranger')];
    const unowned = await creatorFor().create((await import('../../../functions/users/docs')).users);
    const { path } = await createPost('owner', { userId: mine.id });
    for (const { id: userId } of [foreign, unowned]) {
      const before = await items();
      expect(await outcomeOf(askAs('owner', 'POST /posts', { body: { title: 'x', userId } }))).toEqual(notOwnerOfUser);
      expect(await outcomeOf(askAs('owner', `PATCH ${path}`, { body: { userId } }))).toEqual(notOwnerOfUser);
      expect(await outcomeOf(askAs('owner', `PUT ${path}`, { body: { title: 'x', userId } }))).toEqual(notOwnerOfUser);
      const creation = { headers: { 'if-none-match': '*' }, body: { title: 'x', userId } };
      const newPath = `/posts/${idAt(Date.now(), 9)}`;
      expect(await outcomeOf(askAs('owner', `PUT ${newPath}`, creation))).toEqual(notOwnerOfUser);
      expect(await items()).toEqual(before);
    }
    expect((await askAs('admin', `PATCH ${path}`, { body: { userId: foreign.id } })).status).toBe(200);
    // The owner of the post may change it and remove the author, whoever the author is.
    const body = { title: 'Still mine', userId: foreign.id };
    expect((await askAs('owner', `PUT ${path}`, { body })).status).toBe(200);
    expect((await askAs('owner', `PATCH ${path}`, { body: { userId: null } })).status).toBe(200);
  });

  test('answers 422 for a user who does not exist', async () => {
    const body = { title: 'x', userId: nobody };
    expect(await outcomeOf(askAs('owner', 'POST /posts', { body }))).toEqual([422, 'unknown-user', '#/userId']);
  });
});
