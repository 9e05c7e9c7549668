import type { Resource } from '../../functions/kit/http/resource';
import { isList, methodOf, pathOf, type Route } from '../../functions/kit/http/route';
import { parentsOf, relationsOf, resourceOf, resources, versionsOf } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { bare, routeOf } from '../support/every-resource';
import { useService } from '../support/service';

const { ask, create, requestFor, calls } = useService();

const creation = { 'if-none-match': '*' };

/** Returns the path of the first of the items to which an item belongs. */
const ancestorOf = async (resource: Resource, path: string): Promise<string> => {
  const [[parent], [relation]] = [parentsOf(resource), relationsOf(resource)];
  if (!parent || !relation) return path;
  const { body } = await ask(`GET ${path}`);
  return ancestorOf(parent, `${parent.path}/${body[relation.attribute]}`);
};

/** Sends requests of every route of a resource, and deletes its parents and the first ancestor by force. */
const exercise = async (resource: Resource) => {
  const { path } = resource;
  const [[parent], [relation]] = [parentsOf(resource), relationsOf(resource)];
  const [a, b] = parent ? [await create(parent), await create(parent)] : [];
  const under = (item?: { readonly id: string }) => (item && relation ? { [relation.attribute]: item.id } : {});
  const { id, path: own } = await create(resource, under(a));
  await ask(`GET ${path}`);
  await ask(`GET ${path}?id=${id}`);
  for (const route of Object.values<Route>(routes).filter((each) => resourceOf(each) === resource && !isList(each)))
    if (methodOf(route) === 'GET') await ask(`GET ${pathOf(route).replace('{id}', id)}`);
  await ask(`PUT ${own}`, { body: await requestFor(resource, 'replace', under(b)) });
  await ask(`PATCH ${own}`, { body: resource.examples.update.request });
  if (a && relation) {
    await ask(`GET ${path}?${relation.attribute}=${a.id}`);
    if (routeOf(resource, 'list')[1].expands) await ask(`GET ${path}?expand=${relation.parent}&id=${id}`);
    await ask(`PATCH ${own}`, { body: { [relation.attribute]: a.id } });
  }
  for (const [name, value] of Object.entries((await ask(`GET ${own}`)).body)) {
    const { unique, isIndexed } = resource.input[name] ?? {};
    if (unique || isIndexed) await ask(`GET ${path}?${name}=${value}`);
    if (unique) await ask(`PATCH ${own}`, { body: { [name]: `1${value}` } });
  }
  const body = await requestFor(resource, 'create', under(a));
  await ask(`PUT ${path}/01890000-0000-7000-8000-000000000001`, { headers: creation, body });
  // Without what it may lack, a deletion can take another call.
  for (const each of [own, (await create(resource, bare(resource))).path])
    expect((await ask(`DELETE ${each}`)).status).toBe(204);
  for (const each of [a, b]) if (each) expect((await ask(`DELETE ${each.path}?force=true`)).status).toBe(204);
  for (const version of parent ? versionsOf(parent).slice(1) : []) {
    const other = parent && (await create(parent));
    await create(resource, under(other));
    expect((await ask(`DELETE ${version.path}/${other?.id}?force=true`)).status).toBe(204);
  }
  const ancestor = await ancestorOf(resource, (await create(resource)).path);
  if (parent) expect((await ask(`DELETE ${ancestor}?force=true`)).status).toBe(204);
};

const grantsOf = (route: Route) => [
  ...(route.actions ?? []).map((action) => `${action} on the table`),
  ...(route.indexes ?? []).map((index) => `Query on ${index}`),
];

const used: Record<string, Set<string>> = {};

beforeAll(async () => {
  for (const resource of resources) await exercise(resource);
  for (const { functionName, action, resource } of calls()) {
    used[functionName] ??= new Set();
    const target = resource.split('/index/')[1] ?? 'the table';
    used[functionName].add(`${action.replace('dynamodb:', '')} on ${target}`);
  }
});

describe('the permissions', () => {
  test.each(Object.entries<Route>(routes))('of %s are all used, and nothing else is', (name, route) => {
    expect([...(used[name] ?? [])].sort()).toEqual(grantsOf(route).sort());
  });
});
