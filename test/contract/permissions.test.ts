import type { Resource } from '../../functions/http/resource';
import type { Route } from '../../functions/http/route';
import * as routes from '../../functions/routes';
import { creatorOf, otherResources, parentOf } from '../support/every-resource';
import { useService } from '../support/service';

const { ask, user, post, calls } = useService();
const { create, requestFor } = creatorOf({ ask });

/** Sends requests of every route that together make every call to the table. */
const exercise = async () => {
  const [a, b] = [await user(), await user()];
  const headers = { 'if-none-match': '*' };
  const id = '01890000-0000-7000-8000-000000000001';
  await ask('GET /api/v1/users');
  await ask(`GET /api/v1/users?email=${a.email}`);
  await ask(`GET /api/v1/users?id=${a.id}`);
  await ask(`GET ${a.path}`);
  await ask(`PUT /api/v1/users/${id}`, { headers, body: { name: 'x', email: 'p@e' } });
  await ask(`PUT ${a.path}`, { body: { name: 'x', email: 'q@e' } });
  await ask(`PATCH ${a.path}`, { body: { email: 'r@e' } });
  const posts = [await post(), await post({ userId: a.id })];
  await ask('GET /posts');
  await ask(`GET /posts?userId=${a.id}`);
  await ask(`GET /posts?expand=user&id=${posts[1]?.id}`);
  await ask(`PUT /posts/${id}`, { headers, body: { title: 'x' } });
  for (const { path } of posts) {
    await ask(`GET ${path}`);
    await ask(`PUT ${path}`, { body: { title: 'x', userId: b.id } });
    await ask(`PATCH ${path}`, { body: { userId: a.id } });
    await ask(`PATCH ${path}`, { body: { userId: null } });
    await ask(`PATCH ${path}`, { body: { userId: b.id } });
    await ask(`DELETE ${path}`);
  }
  await ask(`DELETE ${(await post()).path}`);
  await post({ userId: a.id });
  expect(await ask(`DELETE ${a.path}?force=true`)).toMatchObject({ status: 204 });
  expect(await ask(`DELETE ${b.path}`)).toMatchObject({ status: 204 });
};

/** Sends requests of every route of a resource, and deletes its parents by force. */
const exerciseOther = async (resource: Resource) => {
  const { path, relation } = resource;
  const parent = parentOf(resource);
  const parents = parent ? [await create(parent), await create(parent)] : [];
  const [a, b] = parents;
  const child = await create(resource, a?.id);
  await ask(`GET ${path}`);
  await ask(`GET ${path}?id=${child.id}`);
  await ask(`GET ${child.path}`);
  await ask(`PUT ${child.path}`, { body: await requestFor(resource, 'replace', b?.id) });
  await ask(`PATCH ${child.path}`, { body: resource.examples.update.request });
  if (a && relation) {
    await ask(`GET ${path}?${relation.attribute}=${a.id}`);
    await ask(`PATCH ${child.path}`, { body: { [relation.attribute]: a.id } });
  }
  const headers = { 'if-none-match': '*' };
  const body = await requestFor(resource, 'create', a?.id);
  await ask(`PUT ${path}/01890000-0000-7000-8000-000000000001`, { headers, body });
  await ask(`DELETE ${child.path}`);
  for (const { path: own } of parents) expect((await ask(`DELETE ${own}?force=true`)).status).toBe(204);
};

const grantsOf = (route: Route) => [
  ...(route.actions ?? []).map((action) => `${action} on the table`),
  ...(route.indexes ?? []).map((index) => `Query on ${index}`),
];

const used: Record<string, Set<string>> = {};

beforeAll(async () => {
  await exercise();
  for (const resource of otherResources) await exerciseOther(resource);
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
