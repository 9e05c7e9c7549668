import { askAs, creatorAs, creatorFor, ownerOf, type Role, useOwnership } from '../../support/auth/owned';
import { aChild, aChildOfOwners, describeFor } from '../../support/declared';
import { startGrown } from '../../support/dynamodb/grown';
import { resourceRows } from '../../support/every-resource';
import { ask } from '../../support/resources';
import { nobody } from '../../support/service';
import { idAt } from '../../support/unit/id';

const { items } = startGrown();
useOwnership();

const [owner, stranger] = [ownerOf('owner'), ownerOf('stranger')];
const { create, requestFor } = creatorAs('owner');
const notOwner = [403, 'not-owner', undefined];
const isCreation = { 'if-none-match': '*' };
const forced = { query: 'force=true' };

/** Returns the status, the code, and the place of the first error of a response. */
const outcomeOf = async (sent: ReturnType<typeof askAs>) => {
  const { status, body } = await sent;
  return [status, body?.code, body?.errors?.[0]?.pointer];
};

describe.each(resourceRows)('the owner of %s', (_, resource) => {
  const { path: collection, isPrivate } = resource;
  const replacement = () => requestFor(resource, 'replace');
  const update = () => requestFor(resource, 'update');
  const bodyOf = async (sent: ReturnType<typeof askAs>) => (await sent).body;

  test('is the caller who creates', async () => {
    expect(await create(resource)).toMatchObject({ owner });
    expect(await creatorAs('stranger').create(resource)).toMatchObject({ owner: stranger });
    expect(await creatorAs('admin').create(resource)).toMatchObject({ owner: ownerOf('admin') });
    // No claim is stored.
    expect(JSON.stringify(await items())).not.toMatch(/login\.example|"(ada|bob)"/);
  });

  test.each([
    ['owner', 24.01, notOwner],
    ['owner', 23.99, [201, undefined, undefined]],
    ['admin', 24.01, [201, undefined, undefined]],
  ] as const)('is the %s who creates under an id of %d hours ago: %j', async (role, hours, outcome) => {
    const path = `${collection}/${idAt(Date.now() - hours * 3_600_000, 2)}`;
    const body = await creatorAs(role).requestFor(resource, 'create');
    expect(await outcomeOf(askAs(role, `PUT ${path}`, { headers: isCreation, body }))).toEqual(outcome);
    if (outcome[0] === 201) expect(await bodyOf(askAs(role, `GET ${path}`))).toMatchObject({ owner: ownerOf(role) });
  });

  test('is shown by every read and write, and stays the same through changes', async () => {
    const { path, id } = await create(resource);
    const reader = isPrivate ? 'owner' : 'stranger';
    expect(await bodyOf(askAs(reader, `GET ${path}`))).toMatchObject({ owner });
    expect(await bodyOf(askAs('owner', `PATCH ${path}`, { body: await update() }))).toMatchObject({ owner });
    expect(await bodyOf(askAs('admin', `PUT ${path}`, { body: await replacement() }))).toMatchObject({ owner });
    expect(await bodyOf(askAs(reader, `GET ${collection}?id=${id}`))).toMatchObject([{ owner }]);
    const prefer = { headers: { prefer: 'return=representation' } };
    expect(await bodyOf(askAs('owner', `DELETE ${path}`, prefer))).toMatchObject({ owner });
  });

  test('in the body is ignored in POST and PUT, and refused in PATCH, from anybody but an admin', async () => {
    const { path, owner: first } = await create(resource, { owner: stranger });
    const put = await askAs('owner', `PUT ${path}`, { body: { ...(await replacement()), owner: 7 } });
    expect([first, put.status, put.body.owner]).toEqual([owner, 200, owner]);
    const patch = askAs('owner', `PATCH ${path}`, { body: { owner } });
    expect(await outcomeOf(patch)).toEqual([400, 'invalid-body', '#/owner']);
  });

  test('is set by an admin in POST, PUT and PATCH, and is no text that is no hash', async () => {
    const { path, owner: first } = await creatorAs('admin').create(resource, { owner });
    const send = async (method: string, to: unknown) =>
      askAs('admin', `${method} ${method === 'POST' ? collection : path}`, {
        body: { ...(await replacement()), owner: to },
      });
    expect(first).toBe(owner);
    expect((await send('PUT', stranger)).body).toMatchObject({ owner: stranger });
    expect(await bodyOf(askAs('admin', `PATCH ${path}`, { body: { owner } }))).toMatchObject({ owner });
    for (const wrong of ['ada', 7, null])
      for (const method of ['POST', 'PUT', 'PATCH'])
        expect(await outcomeOf(send(method, wrong))).toEqual([400, 'invalid-body', '#/owner']);
  });

  test('is not shown by a stage without ownership, which knows no such member', async () => {
    const { path } = await create(resource);
    const body = { ...(await replacement()), owner };
    process.env.OWNERSHIP = '';
    const shown = await bodyOf(ask(`GET ${path}`));
    const refused = outcomeOf(ask(`POST ${collection}`, { body }));
    process.env.OWNERSHIP = 'true';
    expect(shown).toEqual({ ...shown, owner: undefined });
    expect(await refused).toEqual([400, 'invalid-body', '#/owner']);
  });
});

describeFor(aChildOfOwners, 'a child', ({ resource, path: collection, attribute, required, parent }) => {
  test.each([
    ['of a stranger', 'stranger'],
    ['without an owner', undefined],
  ] as const)('is not for a parent %s: 403, and nothing is written', async (_, role) => {
    const { path } = await create(resource, { [attribute]: (await create(parent.resource)).id });
    const body = await requestFor(resource, 'create', {
      [attribute]: (await creatorFor(role).create(parent.resource)).id,
    });
    const before = await items();
    const requests: [line: string, headers?: Record<string, string>][] = [
      [`POST ${collection}`],
      [`PATCH ${path}`],
      [`PUT ${path}`],
      [`PUT ${collection}/${idAt(Date.now(), 9)}`, isCreation],
    ];
    for (const [line, headers] of requests)
      expect(await outcomeOf(askAs('owner', line, { headers, body }))).toEqual([403, 'not-owner', `#/${attribute}`]);
    expect(await items()).toEqual(before);
  });

  test('stays with its owner when an admin has moved it to another parent', async () => {
    const [{ path }, { id }] = [await create(resource), await creatorAs('stranger').create(parent.resource)];
    const body = await requestFor(resource, 'replace', { [attribute]: id });
    const isOptional = !required.includes(attribute);
    expect((await askAs('admin', `PATCH ${path}`, { body: { [attribute]: id } })).status).toBe(200);
    expect((await askAs('owner', `PUT ${path}`, { body })).status).toBe(200);
    expect((await askAs('owner', `PATCH ${path}`, { body: isOptional ? { [attribute]: null } : {} })).status).toBe(200);
  });
});

describeFor(aChild, 'a child', ({ resource, path: collection, plural, attribute, parent }) => {
  const orphaned = { body: { [attribute]: nobody } };
  const refusal = resource.isPrivate ? [404, 'not-found', undefined] : notOwner;

  test('gets the answers 400, 404, 403, 412, 409 or 422, in this order', async () => {
    const { path: ofParent, id } = await create(parent.resource);
    const { path } = await create(resource, { [attribute]: id });
    const stale = { headers: { 'if-match': '"stale"' } };
    const creation = { headers: isCreation, body: await requestFor(resource, 'create', { [attribute]: id }) };
    const update = { body: await requestFor(resource, 'update') };
    const answers: [role: Role, line: string, parts: object, outcome: unknown[]][] = [
      ['stranger', `PATCH ${path}`, { ...stale, body: { unknown: 1 } }, [400, 'invalid-body', '#/unknown']],
      ['stranger', `DELETE ${collection}/${nobody}`, stale, [404, 'not-found', undefined]],
      ['stranger', `DELETE ${path}`, stale, refusal],
      ['stranger', `PATCH ${path}`, { ...stale, ...update }, refusal],
      ['stranger', `PUT ${path}`, creation, refusal],
      ['stranger', `PATCH ${path}`, orphaned, refusal],
      ['owner', `PATCH ${path}`, { ...stale, ...orphaned }, [412, 'stale', undefined]],
      ['owner', `PUT ${path}`, creation, [412, 'exists', undefined]],
      ['owner', `PATCH ${path}`, orphaned, [422, `unknown-${parent.noun}`, `#/${attribute}`]],
      ['owner', `DELETE ${ofParent}`, stale, [412, 'stale', undefined]],
      ['owner', `DELETE ${ofParent}`, {}, [409, `${parent.noun}-has-${plural}`, undefined]],
    ];
    for (const [role, line, parts, outcome] of answers)
      expect([line, ...(await outcomeOf(askAs(role, line, parts)))]).toEqual([line, ...outcome]);
  });

  test('is deleted with its parent by force, whoever owns it', async () => {
    const { path, id } = await create(parent.resource);
    const mine = await create(resource, { [attribute]: id });
    const others = await creatorAs('admin').create(resource, { [attribute]: id, owner: stranger });
    expect((await askAs('owner', `DELETE ${path}`, forced)).status).toBe(204);
    for (const gone of [mine, others]) expect((await askAs('admin', `GET ${gone.path}`)).status).toBe(404);
  });
});
