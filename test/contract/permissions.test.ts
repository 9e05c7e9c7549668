import type { Resource } from '../../functions/kit/http/resource';
import type { Route } from '../../functions/kit/http/route';
import { parentsOf, relationsOf, resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { creatorOf } from '../support/every-resource';
import { useService } from '../support/service';

const { ask, user, post, calls } = useService();
const { create, requestFor } = creatorOf({ ask });

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
  const { id, path: own } = await create(resource, a?.id);
  await ask(`GET ${path}`);
  await ask(`GET ${path}?id=${id}`);
  await ask(`GET ${own}`);
  await ask(`PUT ${own}`, { body: await requestFor(resource, 'replace', b?.id) });
  await ask(`PATCH ${own}`, { body: resource.examples.update.request });
  if (a && relation) {
    await ask(`GET ${path}?${relation.attribute}=${a.id}`);
    await ask(`PATCH ${own}`, { body: { [relation.attribute]: a.id } });
  }
  for (const [name, value] of Object.entries((await ask(`GET ${own}`)).body)) {
    const { unique, isIndexed } = resource.input[name] ?? {};
    if (unique || isIndexed) await ask(`GET ${path}?${name}=${value}`);
    if (unique) await ask(`PATCH ${own}`, { body: { [name]: `1${value}` } });
  }
  const body = await requestFor(resource, 'create', a?.id);
  await ask(`PUT ${path}/01890000-0000-7000-8000-000000000001`, { headers: creation, body });
  expect((await ask(`DELETE ${own}`)).status).toBe(204);
  for (const each of [a, b]) if (each) expect((await ask(`DELETE ${each.path}?force=true`)).status).toBe(204);
  const ancestor = await ancestorOf(resource, (await create(resource)).path);
  if (parent) expect((await ask(`DELETE ${ancestor}?force=true`)).status).toBe(204);
};

/** Sends the requests of users and posts that make other calls to the table. */
const exerciseUsersAndPosts = async () => {
  const { id } = await post({ userId: (await user()).id });
  await ask(`GET /posts?expand=user&id=${id}`);
  expect((await ask(`DELETE ${(await post()).path}`)).status).toBe(204);
};

const grantsOf = (route: Route) => [
  ...(route.actions ?? []).map((action) => `${action} on the table`),
  ...(route.indexes ?? []).map((index) => `Query on ${index}`),
];

const used: Record<string, Set<string>> = {};

beforeAll(async () => {
  for (const resource of resources) await exercise(resource);
  await exerciseUsersAndPosts();
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
