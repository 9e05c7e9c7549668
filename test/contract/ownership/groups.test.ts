import { ownerIdOf } from '../../../functions/kit/http/caller';
import { callers, useOwnership } from '../../support/auth/owned';
import { bare, creatorOf } from '../../support/creator';
import { aResource, describeFor, describeShapes } from '../../support/declared';
import { startGrown } from '../../support/dynamodb/grown';
import { ask } from '../../support/resources';

startGrown();
useOwnership();
const group = 'custom:tenant';
beforeAll(() => {
  process.env.OWNER_CLAIM = group;
});
afterAll(() => {
  delete process.env.OWNER_CLAIM;
});

const { owner: ada, stranger: bob, admin: eve, 'caller without a subject': nobody } = callers;
const member = { ...ada, [group]: 'acme' };
const creatorWith = (claims: Record<string, string>) =>
  creatorOf({ ask: (line, parts) => ask(line, { ...parts, claims }) });

describeShapes('with the setting ownerClaim the owner of %s', (_, resource) => {
  const own = [200, undefined, true];
  const foreign = resource.isPrivate ? [404, 'not-found', false] : [403, 'not-owner', false];
  const lacking = [403, 'not-owner', false];
  let created: Awaited<ReturnType<ReturnType<typeof creatorOf>['create']>>;
  beforeAll(async () => {
    created = await creatorWith(member).create(resource);
  });

  test.each<[name: string, outcome: unknown[], claims: Record<string, string>]>([
    ['a colleague', own, { ...bob, [group]: 'acme' }],
    ['a client of the group', own, { ...nobody, client_id: 'x', [group]: 'acme' }],
    ['a token that names no person', own, { ...nobody, [group]: 'acme' }],
    ['not the same person in another group', foreign, { ...ada, [group]: 'umbrella' }],
    ['not a group of this name at another issuer', foreign, { ...member, iss: 'https://other.example/' }],
    ['not a person of this name', foreign, { ...ada, sub: 'acme', [group]: 'umbrella' }],
    ['not the same person without a group', lacking, ada],
    ['not a group without a name', lacking, { ...ada, [group]: '' }],
  ])('is %s: %j', async (_name, outcome, claims) => {
    const { status, body } = await ask(`PATCH ${created.Path}`, { claims, body: {} });
    const listed = await ask(`GET ${resource.path}?owner=me`, { claims });
    const isListed = listed.status === 200 && listed.body.some(({ id }: { id: string }) => id === created.id);
    expect([status, body.code, isListed]).toEqual(outcome);
    if (outcome === lacking) expect(body.detail).toBe('The token has no claim custom:tenant.');
  });

  test('is the group, whoever of it creates, and an admin of another group may change all', async () => {
    const colleague = await creatorWith({ ...bob, [group]: 'acme' }).create(resource);
    const groupId = ownerIdOf({ requestContext: { authorizer: { jwt: { claims: member } } } });
    const claims = { ...eve, [group]: 'umbrella' };
    for (const { Path } of [created, colleague])
      expect((await ask(`PATCH ${Path}`, { claims, body: {} })).body).toMatchObject({ owner: groupId });
  });
});

describeFor(aResource, 'with the setting ownerClaim', ({ resource, path }) => {
  test('idempotency keys belong to each person of a group, and to each group of a person', async () => {
    const askers = [
      member,
      { ...bob, [group]: 'acme' },
      { ...ada, [group]: 'umbrella' },
      { ...nobody, [group]: 'acme' },
      { ...nobody, [group]: 'umbrella' },
    ];
    const headers = { 'idempotency-key': 'one' };
    const bodies: object[] = [];
    // A parent would have to be of each group.
    for (const _ of askers) bodies.push(await creatorWith(member).requestFor(resource, 'create', bare(resource)));
    const ids = async () => {
      const created = [];
      for (const [at, claims] of askers.entries())
        created.push((await ask(`POST ${path}`, { claims, headers, body: bodies[at] })).body.id);
      return created;
    };
    const first = await ids();
    expect(new Set(first).size).toBe(askers.length);
    expect(await ids()).toEqual(first);
  });
});
