import { pathOf, type Route, routeKeysOf } from '../http/route';
import { routes } from '../yours';

export { gone } from '../yours';

/*
 * Lists the paths of the service. This module runs while the functions are bundled, so that the bundles hold no models.
 */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const routeKeys = Object.values<Route>(routes).flatMap(routeKeysOf);

const allowAt = (path: string) =>
  METHODS.filter((method) => method === 'OPTIONS' || routeKeys.includes(`${method} ${path}`));

// The route key `$default` has no path.
const served = routeKeys.flatMap((routeKey) => routeKey.split(' ')[1] ?? []).sort();

/** Maps each path of the service to its methods, in the order of the `Allow` header. */
export const paths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  served.map((path) => [path, allowAt(path)]),
);

/** Maps the path of each deprecated route to its days and its successor. */
export const deprecated = Object.fromEntries(
  Object.values<Route>(routes).flatMap((route) => {
    if (!route.deprecated) return [];
    const { since, sunset, successor } = route.deprecated;
    return [[pathOf(route), { since, sunset, successor }]];
  }),
);
