import { hasId, methodOf, pathOf, type Route, routeKeysOf, verbOf } from '../../../functions/kit/http/route';
import { relationsOf, resourceOf } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import * as routes from '../../../functions/routes';
import { askAs, creatorAs, creatorFor, type Role, roles, useOwnership } from '../../support/auth/owned';
import { aPrivateResource, describeFor } from '../../support/declared';
import { startGrown } from '../../support/dynamodb/grown';
import { describeHandlers } from '../../support/kit-handlers';
import { nobody } from '../../support/service';

const { items, empty } = startGrown();
useOwnership();

/** Owner of each kind of item. */
const owners = { owned: 'owner', foreign: 'stranger', unowned: undefined } as const;
type Ownership = keyof typeof owners;

type Statuses = Readonly<Record<string, number>>;
const successes: Statuses = { GET: 200, HEAD: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 };

/** Returns the status and the code that the table in §7 of the contract gives a caller. */
const expectedOf = (route: Route, method: string, role: Role, ownership: Ownership): [number, string?] => {
  const isPrivate = resourceOf(route)?.isPrivate;
  const success: [number] = [successes[method] ?? 0];
  if (route.access === 'public') return success;
  if (role === 'caller without a subject') return [403, 'not-owner'];
  if (methodOf(route) === 'GET' && !isPrivate) return success;
  const isOwn = owners[ownership] === role;
  if (role === 'admin' || isOwn || ['create', 'list'].includes(verbOf(route) ?? '')) return success;
  return isPrivate ? [404, 'not-found'] : [403, 'not-owner'];
};

/** Makes parts of a request that change nothing for a caller who is refused. */
const variantsOf = (route: Route, method: string) => {
  if (!hasId(route)) return [];
  if (methodOf(route) === 'GET') return [{ headers: { 'if-none-match': '*' } }];
  const conditions = ['"x"', '*'].map((tag) => ({ headers: { 'if-match': tag } }));
  const forced = route.query?.force ? [{ query: 'force=true' }] : [];
  return [...conditions, ...forced, ...(method === 'PATCH' ? [{ body: {} }] : [])];
};

const rowsOf = (resource: Resource) =>
  Object.values<Route>(routes)
    // Only the handler tells who may do what by a route beside the six.
    .filter((route) => resourceOf(route) === resource && verbOf(route))
    .flatMap((route) => routeKeysOf(route).map((routeKey) => ({ route, routeKey })))
    .flatMap((row) => Object.keys(owners).map((key) => ({ ...row, ownership: key as Ownership })));

describeHandlers('%s', (_, resource) => {
  describe.each(rowsOf(resource))('$routeKey: $ownership', ({ route, routeKey, ownership }) => {
    const [method = ''] = routeKey.split(' ');
    const verb = verbOf(route);
    const { create, requestFor } = creatorFor(owners[ownership]);
    let id: string;
    let parents: Readonly<Record<string, unknown>>;

    /** Creates the parents of a child for their owner, and returns the fields of the child with their ids. */
    const createParents = async (role?: Role) => {
      const body = await creatorFor(role).requestFor(resource, 'create');
      return Object.fromEntries(relationsOf(resource).map(({ attribute }) => [attribute, body[attribute]]));
    };
    const createResource = async () => {
      await empty();
      // The parent has no owner, but no request gives the child another parent.
      parents = await createParents();
      ({ id } = await create(resource, parents));
    };
    beforeAll(createResource);

    test.each(roles)('the table of the contract holds for the %s', async (role) => {
      // A creation names a parent of the caller, because a caller may have to own it.
      const values = verb === 'create' ? await createParents(role) : parents;
      const body = route.body && (await requestFor(resource, verb as 'create', values));
      const [status, code] = expectedOf(route, method, role, ownership);
      const before = status < 400 ? undefined : await items();
      for (const parts of [{}, ...(before ? variantsOf(route, method) : [])]) {
        const send = (to: string) => askAs(role, `${method} ${pathOf(route).replace('{id}', to)}`, { body, ...parts });
        const response = await send(id);
        expect([response.status, before && response.body?.code]).toEqual([status, code]);
        // A foreign private resource is as one that does not exist, to the byte, but for the id that was asked.
        const asNobody = JSON.parse(JSON.stringify(response).replaceAll(id, nobody));
        if (status === 404) expect(asNobody).toEqual(await send(nobody));
      }
      if (before) expect(await items()).toEqual(before);
      // The next caller finds the resource again.
      if (status === successes.DELETE) await createResource();
    });
  });
});

describeFor(aPrivateResource, 'a list by ids', ({ resource, path }) => {
  test("shows of private resources the caller's only", async () => {
    const [mine, foreign] = [await creatorAs('owner').create(resource), await creatorAs('stranger').create(resource)];
    const listAs = async (role: Role) => {
      const { body } = await askAs(role, `GET ${path}?id=${foreign.id}&id=${mine.id}`);
      return body.map(({ id }: { id: string }) => id);
    };
    expect(await listAs('owner')).toEqual([mine.id]);
    expect(await listAs('admin')).toEqual([foreign.id, mine.id]);
  });
});
