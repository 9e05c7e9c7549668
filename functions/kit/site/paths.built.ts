import * as routes from '../../routes';
import { pathOf, type Route, routeKeysOf } from '../http/route';

/*
 * Lists the paths of the service. This module runs while the functions are bundled, so that the bundles hold no models.
 */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const served: readonly Route[] = Object.values(routes).filter((route) => route.routeKey !== '$default');

const routeKeys = served.flatMap(routeKeysOf);

const allowAt = (path: string) =>
  METHODS.filter((method) => method === 'OPTIONS' || routeKeys.includes(`${method} ${path}`));

/** Maps each path of the service to its methods, in the order of the `Allow` header. */
export const paths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  served
    .map(pathOf)
    .sort()
    .map((path) => [path, allowAt(path)]),
);
