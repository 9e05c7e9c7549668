import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { askAs, creatorAs, creatorFor, ownerOf, type Role, useOwnership } from '../../support/auth/owned';
import { aChild, aChildOfOwners, describeFor, describeShapes } from '../../support/declared';
import { startGrown } from '../../support/dynamodb/grown';
import { ask } from '../../support/resources';
import { nobody } from '../../support/service';
import { idAt } from '../../support/unit/id';

const { items } = startGrown();
useOwnership();

const [owner, stranger] = [ownerOf('owner'), ownerOf('stranger')];
const { create, requestFor } = creatorAs('owner');
const isCreation = { 'if-none-match': '*' };
const notOwner = [403, 'not-owner', undefined];
const wrongOwner = [400, 'invalid-body', '#/owner'];

/** Returns the status of a response, and of a problem also the code and the place of the first error. */
const outcomeOf = async (sent: ReturnType<typeof askAs>) => {
  const { status = 0, body } = await sent;
  return status < 400 ? [status] : [status, body.code, body.errors?.[0]?.pointer];
};

describeShapes('the owner of %s', (_, resource) => {
  const { path: collection, isPrivate } = resource;
  const withOwner = async (value: unknown) => ({ ...(await requestFor(resource, 'replace')), owner: value });

  test.each([
    ['owner', 24.01, notOwner],
    ['owner', 23.99, [201]],
    ['admin', 24.01, [201]],
  ] as const)('is the %s who creates under an id of %d hours ago: %j', async (role, hours, outcome) => {
    const path = `${collection}/${idAt(Date.now() - hours * 3_600_000, 2)}`;
    const body = await creatorAs(role).requestFor(resource, 'create');
    expect(await outcomeOf(askAs(role, `PUT ${path}`, { headers: isCreation, body }))).toEqual(outcome);
    if (outcome[0] === 201) expect((await askAs(role, `GET ${path}`)).body).toMatchObject({ owner: ownerOf(role) });
  });

  test('is shown by every read and write, and stays the same through changes', async () => {
    const { Path: path, id } = await create(resource);
    // No claim is stored.
    expect(JSON.stringify(await items())).not.toMatch(/login\.example|"(ada|bob|eve)"/);
    const [reader, update] = [isPrivate ? 'owner' : 'stranger', await requestFor(resource, 'update')] as const;
    const requests: [role: Role, line: string, parts?: Parameters<typeof askAs>[2]][] = [
      [reader, `GET ${path}`],
      ['owner', `PATCH ${path}`, { body: update }],
      ['admin', `PUT ${path}`, { body: await requestFor(resource, 'replace') }],
      [reader, `GET ${collection}?id=${id}`],
      ['owner', `DELETE ${path}`, { headers: { prefer: 'return=representation' } }],
    ];
    for (const request of requests) expect([(await askAs(...request)).body].flat()).toMatchObject([{ id, owner }]);
  });

  test('in the body is set by an admin, and else ignored in POST and PUT, and refused in PATCH', async () => {
    const { Path: path } = await create(resource);
    for (const [role, line, value, shown] of [
      ['owner', `POST ${collection}`, stranger, owner],
      ['owner', `PUT ${path}`, 7, owner],
      ['admin', `POST ${collection}`, owner, owner],
      ['admin', `PUT ${path}`, stranger, stranger],
      ['admin', `PATCH ${path}`, owner, owner],
    ] as const)
      expect((await askAs(role, line, { body: await withOwner(value) })).body).toMatchObject({ owner: shown });
    expect(await outcomeOf(askAs('owner', `PATCH ${path}`, { body: { owner } }))).toEqual(wrongOwner);
    for (const value of ['ada', 7, null])
      for (const line of [`POST ${collection}`, `PUT ${path}`, `PATCH ${path}`])
        expect(await outcomeOf(askAs('admin', line, { body: await withOwner(value) }))).toEqual(wrongOwner);
  });

  test('is not shown by a stage without ownership, which knows no such member', async () => {
    const [{ Path: path }, body] = [await create(resource), await withOwner(owner)];
    process.env.OWNERSHIP = '';
    const shown = await ask(`GET ${path}`);
    const refused = outcomeOf(ask(`POST ${collection}`, { body }));
    process.env.OWNERSHIP = 'true';
    expect(shown).toMatchObject({ status: 200, body: expect.not.objectContaining({ owner: expect.anything() }) });
    expect(await refused).toEqual(wrongOwner);
  });
});

describeFor(aChildOfOwners, 'a child', ({ resource, path: collection, attribute, required, parent }) => {
  test.each([
    ['of a stranger', 'stranger'],
    ['without an owner', undefined],
  ] as const)('is not for a parent %s: 403, and nothing is written', async (_, role) => {
    const [{ Path: path }, { id }] = [await create(resource), await creatorFor(role).create(parent.resource)];
    const body = await requestFor(resource, 'create', { [attribute]: id });
    const before = await items();
    for (const [line, headers] of [
      [`POST ${collection}`],
      [`PATCH ${path}`],
      [`PUT ${path}`],
      [`PUT ${collection}/${idAt(Date.now(), 9)}`, isCreation],
    ] as const)
      expect(await outcomeOf(askAs('owner', line, { headers, body }))).toEqual([403, 'not-owner', `#/${attribute}`]);
    expect(await items()).toEqual(before);
  });

  test('stays with its owner when an admin has moved it to another parent', async () => {
    const [{ Path: path }, { id }] = [await create(resource), await creatorAs('stranger').create(parent.resource)];
    const body = await requestFor(resource, 'replace', { [attribute]: id });
    expect(await askAs('admin', `PATCH ${path}`, { body: { [attribute]: id } })).toMatchObject({ status: 200 });
    expect(await askAs('owner', `PUT ${path}`, { body })).toMatchObject({ status: 200, body: { [attribute]: id } });
    const rest = required.includes(attribute) ? {} : { [attribute]: null };
    expect(await askAs('owner', `PATCH ${path}`, { body: rest })).toMatchObject({ status: 200 });
  });
});

describeFor(aChild, 'a child', ({ resource, path: collection, plural, attribute, parent }) => {
  const orphaned = { body: { [attribute]: nobody } };
  const refusalOf = ({ isPrivate }: Resource) => (isPrivate ? [404, 'not-found', undefined] : notOwner);
  const [refusal, ofParentRefusal] = [refusalOf(resource), refusalOf(parent.resource)];

  test('gets the answers 400, 404, 403, 412, 409 or 422, in this order', async () => {
    const { Path: ofParent, id } = await create(parent.resource);
    const { Path: path } = await create(resource, { [attribute]: id });
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
      ['stranger', `DELETE ${ofParent}`, {}, ofParentRefusal],
      ['stranger', `DELETE ${ofParent}?force=true`, stale, ofParentRefusal],
      ['owner', `PATCH ${path}`, { ...stale, ...orphaned }, [412, 'stale', undefined]],
      ['owner', `PUT ${path}`, creation, [412, 'exists', undefined]],
      ['owner', `PATCH ${path}`, orphaned, [422, `unknown-${parent.word}`, `#/${attribute}`]],
      ['owner', `DELETE ${ofParent}`, stale, [412, 'stale', undefined]],
      ['owner', `DELETE ${ofParent}`, {}, [409, `${parent.word}-has-${plural}`, undefined]],
    ];
    for (const [role, line, parts, outcome] of answers)
      expect([role, line, ...(await outcomeOf(askAs(role, line, parts)))]).toEqual([role, line, ...outcome]);
  });

  test('is deleted with its parent by force, whoever owns it', async () => {
    const { Path: path, id } = await create(parent.resource);
    const mine = await create(resource, { [attribute]: id });
    const others = await creatorAs('admin').create(resource, { [attribute]: id, owner: stranger });
    expect(await askAs('owner', `DELETE ${path}`, { query: 'force=true' })).toMatchObject({ status: 204 });
    for (const gone of [mine, others]) expect(await askAs('admin', `GET ${gone.Path}`)).toMatchObject({ status: 404 });
  });
});
