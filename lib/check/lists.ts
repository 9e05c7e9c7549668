import { collectionPathOf, type Route } from '../../functions/kit/http/route';
import { versionIn } from '../../functions/kit/model/relation';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import type { RouteTable } from '../build/entries';
import { pathErrors } from './paths';

/** Returns a sentence about two resources that are one by their path, or by their collection and version. */
const errorOfTwo = (one: Resource, other: Resource) => {
  const both = 'functions/resources.ts has two resources of';
  if (one.path === other.path)
    return `${both} the path ${one.path}, ${one.collection} and ${other.collection}: give one of them another path, or list it once.`;
  if (one.collection === other.collection && versionIn(one.path) === versionIn(other.path))
    return `${both} the collection ${one.collection}, with the paths ${one.path} and ${other.path}: give one of them a collection of its own in store.ts and plan.ts.`;
  return undefined;
};

/** Returns a sentence for each mistake in the route table, or between it and the list of resources. */
export const listErrors = (routes: RouteTable, resources: readonly Resource[]) => {
  const all = Object.values<Route>(routes);
  // A route with an `entry` may belong to no resource.
  const routed = all.filter(({ entry }) => !entry).map(collectionPathOf);
  const listed: readonly string[] = resources.map(({ path }) => path);
  const twice = resources.flatMap((one, at) =>
    resources.slice(at + 1).flatMap((other) => errorOfTwo(one, other) ?? []),
  );
  const unrouted = listed
    .filter((path) => !all.some((route) => collectionPathOf(route) === path))
    .map(
      (path) =>
        `functions/routes.ts has no route of ${path}: export the routes of this resource there, correct the path in its store.ts, or take it from functions/resources.ts.`,
    );
  const unlisted = [...new Set(routed)]
    .filter((path) => !listed.includes(path))
    .map(
      (path) =>
        `The routes of ${path} have no resource: add it to functions/resources.ts, or correct the path in its routes.ts or store.ts.`,
    );
  return [...twice, ...unrouted, ...unlisted, ...pathErrors(routes)];
};
