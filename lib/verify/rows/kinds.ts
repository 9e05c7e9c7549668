import { nounOf, type Resource } from '../../../functions/kit/http/resource';
import { collectionPathOf, folderOf, methodOf, pathOf, type Route, verbOf } from '../../../functions/kit/http/route';
import { pluralIn } from '../../../functions/kit/model/relation';
import { parentsOf, relationsOf, resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';

export const json = JSON.stringify;

/** Returns the name of a parent in the rows. No other name in the rows has upper-case letters. */
export const nameInRows = (noun: string) => noun.toUpperCase();

/** Makes a body from an example. A unique text is new in each run, and a parent is one that the rows have created. */
const bodyFrom = ({ input }: Resource, request: object, mark: string) =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => {
      const { unique, parent } = input[name] ?? {};
      if (parent) return [name, `{${nameInRows(parent.parent)}.id}`];
      return [name, unique ? `${mark}{run}${value}` : value];
    }),
  );

/** Makes the rows that create the parent of a resource, after the parent of that parent. */
const createParents = (resource: Resource): string => {
  const rows = parentsOf(resource).map((parent) => {
    const body = bodyFrom(parent, parent.examples.create.request, 'parent-');
    return `${createParents(parent)}\n${nameInRows(nounOf(parent))} = POST ${parent.path} | ${json(body)} | 201`;
  });
  return rows.join('\n');
};

const routesOf = ({ path }: Resource) =>
  Object.values<Route>(routes).filter((route) => collectionPathOf(route) === path && methodOf(route) === 'GET');

/** Resources, as the rows about all of them need them. A body can be sent after the rows in `parents`. */
export const kinds = resources.map((resource) => ({
  ...resource,
  noun: nounOf(resource),
  /** Name in a promise, which tells versions apart. */
  label: folderOf(resource.path),
  plural: pluralIn(resource.path),
  relations: relationsOf(resource),
  deprecated: routesOf(resource)[0]?.deprecated,
  /** `Link` of an answer that links nothing itself. */
  noLink: routesOf(resource)[0]?.deprecated ? '/^<[^,]*>; rel="successor-version"$/' : 'null',
  expands: routesOf(resource).find((route) => route.expands)?.expands,
  /** Paths that are read beside the list and the resource. */
  otherPaths: routesOf(resource).flatMap((route) => (verbOf(route) ? [] : pathOf(route))),
  required: Object.keys(resource.input).find((name) => !resource.input[name]?.isOptional) ?? '',
  parents: createParents(resource),
  created: bodyFrom(resource, resource.examples.create.request, 'a'),
  replaced: bodyFrom(resource, resource.examples.replace.request, 'b'),
  changed: bodyFrom(resource, resource.examples.update.request, 'c'),
}));

export type Kind = (typeof kinds)[number];
