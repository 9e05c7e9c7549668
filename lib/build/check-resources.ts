import { READ_ONLY } from '../../functions/http/fields';
import { nounOf, type Resource } from '../../functions/http/resource';
import { collectionPathOf, entryOf, type Route, verbOf } from '../../functions/http/route';
import { pluralIn } from '../../functions/model/relation';
import { resources as allResources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { indexOf } from '../../functions/table/shards';

type NamedRow = readonly [name: string, route: Route];
type Project = { readonly resources: readonly Resource[]; readonly rows: readonly NamedRow[] };

/** Returns the values that occur more than once, with the names of their owners. */
const repeated = (pairs: readonly (readonly [value: string, owner: string])[]) =>
  [...new Set(pairs.map(([value]) => value))].flatMap((value) => {
    const owners = pairs.filter(([other]) => other === value).map(([, owner]) => owner);
    return owners.length > 1 ? [[value, owners.join(' and ')] as const] : [];
  });

const rowFaults = ([name, route]: NamedRow, resources: readonly Resource[]) => {
  if (entryOf(route).endsWith('/undefined.ts')) return [`The route ${name} (${route.routeKey}) needs a source.`];
  if (!route.actions && !route.indexes) return [];
  const path = collectionPathOf(route);
  if (resources.some((resource) => resource.path === path)) return [];
  return [
    `The route ${name} (${route.routeKey}) has no resource, and so no description and no budget; add ${path} to functions/resources.ts.`,
  ];
};

/** Attributes of the table that no field may be named like. */
const RESERVED = ['pk', 'sk', 'rev', 'closedUntil', 'expiresAt', 'ownerId', 'owner', 'fingerprint'];

/** Lists fields that mean something else to the table: an index of another resource would hold the item. */
const fieldFaults = ({ path, relation }: Resource, { resources, rows }: Project) => {
  const own = rows.filter(([, route]) => collectionPathOf(route) === path);
  const [, create] = own.find(([, route]) => verbOf(route) === 'create') ?? [];
  const [, get] = own.find(([, route]) => verbOf(route) === 'get') ?? [];
  const taken = Object.keys(create?.body ?? {});
  const others = resources.flatMap(({ relation: other }) => (other ? [other.attribute, `${other.child}Count`] : []));
  const refused = taken.filter((name) => name !== relation?.attribute && [...RESERVED, ...others].includes(name));
  const returned = Object.keys(get?.response ?? {}).filter((name) => !READ_ONLY.includes(name));
  const differ = [
    ...taken.filter((name) => !returned.includes(name)),
    ...returned.filter((name) => !taken.includes(name)),
  ];
  return [
    ...refused.map((name) => `${path} has the field "${name}", which the table uses for something else; rename it.`),
    ...(create && get
      ? differ.map((name) => `${path} has the field "${name}" in only one of POST and GET; add it to both.`)
      : []),
  ];
};

/** Lists what would leave a child without its parent. */
const relationFaults = (resource: Resource, { resources, rows }: Project) => {
  const { path, relation } = resource;
  if (!relation) return [];
  const { attribute, parent: noun, child, path: childPath, children } = relation;
  const before = resources.slice(0, resources.indexOf(resource));
  const parent = before.find((other) => nounOf(other) === noun);
  if (!parent) {
    const nouns = before.map(nounOf).join(', ') || 'none';
    return [
      `${path} belongs to "${noun}", which is no resource before it in functions/resources.ts; there are ${nouns}.`,
    ];
  }
  const siblings = before.filter((other) => other.relation?.parent === noun);
  const ofChild = resources.find((other) => other.relation?.parent === nounOf(resource))?.relation;
  const [, removal] =
    rows.find(([, route]) => collectionPathOf(route) === parent.path && verbOf(route) === 'remove') ?? [];
  const isGuarded =
    removal?.query && 'force' in removal.query && removal.indexes?.some((index) => index === indexOf(attribute));
  return [
    ...(child === nounOf(resource) && childPath === path
      ? []
      : [`The relation of ${path} says "${child}" and ${childPath}; name its own noun and path.`]),
    ...siblings.map((other) => `${path} and ${other.path} belong to "${noun}"; only one resource can.`),
    ...(children === ofChild ? [] : [`The relation of ${path} must name that of ${ofChild?.path} as children.`]),
    ...(isGuarded
      ? []
      : [
          `DELETE ${parent.path}/{id} must take DeletionQuery and query ${indexOf(attribute)}, because ${path} belongs to it.`,
        ]),
  ];
};

/** Returns one sentence for each fault of the resources and of their rows. */
export const resourceFaults = (project: Project) => {
  const { resources, rows } = project;
  return [
    ...repeated(rows.map(([name, { routeKey }]) => [routeKey, name])).map(
      ([routeKey, names]) => `${routeKey} is the route of ${names}; give each route a route of its own.`,
    ),
    ...repeated(resources.map(({ path, collection }) => [pluralIn(path), collection])).map(
      ([plural, names]) => `"${plural}" is the last word in the path of ${names}; give each resource another word.`,
    ),
    ...repeated(resources.map(({ path, collection }) => [collection, path])).map(
      ([collection, paths]) =>
        `${collection} is the collection of ${paths}; give each resource a collection of its own.`,
    ),
    ...resources.flatMap((resource) => relationFaults(resource, project)),
    ...resources.flatMap((resource) => fieldFaults(resource, project)),
    ...rows.flatMap((route) => rowFaults(route, resources)),
  ];
};

/** Throws one error that lists all faults of the resources and rows. */
export const checkResources = () => {
  const faults = resourceFaults({ resources: allResources, rows: Object.entries<Route>(routes) });
  if (faults.length > 0) throw new Error(faults.join('\n'));
};
