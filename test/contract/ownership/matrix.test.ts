import { methodOf, pathOf, pluralOf, type Route, routeKeysOf, verbOf } from '../../../functions/http/route';
import { parentOf, resourceOf } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { askAs, creatorFor, type Role, roles, useOwnership } from '../../support/auth/owned';
import { startGrown } from '../../support/dynamodb/grown';
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
  const isUser = pluralOf(route) === 'users';
  const success: [number] = [successes[method] ?? 0];
  if (methodOf(route) === 'GET' && !isUser) return success;
  if (role === 'caller without a subject') return [403, 'not-owner'];
  if (role === 'admin' || verbOf(route) === 'create' || owners[ownership] === role) {
    return verbOf(route) === 'list' && role !== 'admin' ? [403, 'not-owner'] : success;
  }
  return isUser && verbOf(route) !== 'list' ? [404, 'not-found'] : [403, 'not-owner'];
};

const ownerships = Object.keys(owners) as Ownership[];
const cells = roles.flatMap((role) => ownerships.map((ownership) => ({ role, ownership })));
const rows = Object.values<Route>(routes).flatMap((route) =>
  (route.actions ? routeKeysOf(route) : []).map((routeKey) => ({ route, routeKey })),
);

describe.each(rows)('$routeKey', ({ route, routeKey }) => {
  beforeAll(empty);

  test.each(cells)('as $role: $ownership', async ({ role, ownership }) => {
    const [method = ''] = routeKey.split(' ');
    const [resource, verb] = [resourceOf(route), verbOf(route)];
    if (!resource) throw new Error(`${route.routeKey} has no resource`);
    const { create, requestFor } = creatorFor(owners[ownership]);
    const parent = parentOf(resource);
    // The parent has no owner, but no request gives the child another parent.
    const parentId = parent && (await creatorFor().create(parent)).id;
    const { id } = await create(resource, parentId);
    const sent = route.body && (await requestFor(resource, verb as 'create', parentId));
    const { attribute = '', needsOwnParent } = resource.relation ?? {};
    // A creation names no parent that the caller would have to own.
    const body = sent && verb === 'create' && needsOwnParent ? { ...sent, [attribute]: undefined } : sent;
    const [status, code] = expectedOf(route, method, role, ownership);
    const before = status < 400 ? undefined : await items();
    const send = (to: string) => askAs(role, `${method} ${pathOf(route).replace('{id}', to)}`, { body });
    const response = await send(id);
    expect([response.status, response.body?.code]).toEqual([status, code]);
    if (before) expect(await items()).toEqual(before);
    // A foreign user is as one who does not exist, to the byte.
    if (status === 404) expect(response).toEqual(await send(nobody));
  });
});
