import { folderOf, type Route, type Verb, verbOf } from '../../functions/kit/http/route';
import { pluralIn } from '../../functions/kit/model/relation';
import { childrenOf, firstVersions, parentsOf, resourceOf, versionsOf } from '../../functions/kit/resources';
import { nounOf, type Resource } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import type { HttpResult } from './http';

/** Resources as rows of `describe.each`. */
export const resourceRows = resources.map((resource) => [folderOf(resource.path), resource] as const);

/** Tests what a service without a resource does not have. Such a service skips it. The benchmark has no `test`. */
export const testWithResource = resources.length > 0 ? globalThis.test : globalThis.test?.skip;

type Tests = (plural: string, resource: Resource) => void;

const describeRows = (rows: typeof resourceRows, title: string, tests: Tests) => {
  if (rows.length > 0) describe.each(rows)(title, tests);
  else testWithResource(`${title}: waits for a resource`, () => {});
};

/** Describes what holds for every resource. A service without a resource skips the tests. */
export const describeEach = (title: string, tests: Tests) => describeRows(resourceRows, title, tests);

/** Returns the route of a resource for a verb, with its name. */
export const routeOf = (resource: Resource, verb: Verb): [name: string, route: Route] => {
  const found = Object.entries<Route>(routes).find(
    ([, route]) => resourceOf(route) === resource && verbOf(route) === verb,
  );
  if (!found) throw new Error(`${resource.path} has no route for ${verb}`);
  return found;
};

/** Names what a resource declares, by which it differs from others. */
const shapeOf = (resource: Resource) => [
  resource.isPrivate ? 'private' : routeOf(resource, 'list')[1].access,
  ...Object.values(resource.input).flatMap(({ parent, unique, isIndexed }) => [
    parent && 'child',
    unique && 'unique',
    isIndexed && 'indexed',
  ]),
  childrenOf(resource).length > 0 && 'parent',
  versionsOf(resource).length > 1 && 'versioned',
];

const seen = new Set<unknown>();
const shapeRows = resourceRows.filter(([, resource]) => {
  const { size } = seen;
  for (const part of shapeOf(resource)) seen.add(part);
  return seen.size > size;
});

/** Describes what takes long for a resource of each shape, so that the time does not grow with each resource. */
export const describeShapes: typeof describeEach = (title, tests) => describeRows(shapeRows, title, tests);

/** Returns the scopes of every resource with these rights. */
export const scopesOf = (...rights: string[]) =>
  firstVersions.flatMap(({ path }) => rights.map((right) => `${pluralIn(path)}:${right}`)).join(' ');

type Created = Pick<HttpResult, 'status' | 'body'> & { readonly headers: object };

type Parts = { readonly headers?: Record<string, string>; readonly body: object };

type Service = { readonly ask: (line: string, parts: Parts) => Promise<Created> };

type Values = Readonly<Record<string, unknown>>;

let count = 0;

/** Creates resources of every kind from their examples, with parents and unique values of their own. */
export const creatorOf = ({ ask }: Service) => {
  /** Returns a body from the examples, with these values. `undefined` leaves a field out. */
  const requestFor = async (resource: Resource, verb: 'create' | 'replace' | 'update', values: Values = {}) => {
    const body: Record<string, unknown> = { ...resource.examples[verb].request, ...values };
    for (const name of Object.keys(body)) {
      if (name in values) continue;
      const { unique, parent } = resource.input[name] ?? {};
      const value = body[name];
      if (unique) body[name] = typeof value === 'number' ? value + ++count : `${++count}${value}`;
      const found = parentsOf(resource).find((each) => nounOf(each) === parent?.parent);
      if (found) body[name] = (await create(found)).id;
    }
    return body;
  };
  /** Returns the resource with its path and its ETag, whose names no field has. */
  const create = async (
    resource: Resource,
    values?: Values,
  ): Promise<Record<string, string> & { readonly id: string; readonly Path: string; readonly ETag: string }> => {
    const body = await requestFor(resource, 'create', values);
    const { status, headers, body: created } = await ask(`POST ${resource.path}`, { body });
    if (status !== 201) throw new Error(`A ${nounOf(resource)} is not created: ${status} ${JSON.stringify(created)}`);
    return { ...created, Path: `${resource.path}/${created.id}`, ETag: String(Reflect.get(headers, 'etag')) };
  };
  /** Creates a resource under an id, which says the time of its creation. */
  const createUnder = async (resource: Resource, id: string, values?: Values) => {
    const body = await requestFor(resource, 'create', values);
    const created = await ask(`PUT ${resource.path}/${id}`, { headers: { 'if-none-match': '*' }, body });
    expect(created).toMatchObject({ status: 201 });
    return created.body;
  };
  return { create, createUnder, requestFor };
};

/** Values that leave out what a resource need not have. */
export const bare = ({ input }: Pick<Resource, 'input'>): Values =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, { isOptional, default: value }]) =>
      isOptional || value !== undefined ? [[name, undefined]] : [],
    ),
  );
