import { pathOf, type Route } from '../../functions/kit/http/route';
import type { RouteTable } from '../build/entries';

/** Returns a path without the names of its parameters, by which API Gateway tells routes apart. */
export const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** Matches the path of a route as API Gateway and the kit take it. */
const PATH = /^\/$|^(\/([\w.~-]+|\{\w+\}))+$/;

/** Returns a sentence for each path that API Gateway does not take, or takes for that of another route, and for each second route of a key. */
export const pathErrors = (routes: RouteTable) => {
  const all = Object.values<Route>(routes).filter(({ routeKey }) => routeKey !== '$default');
  const wrong = all
    .filter((route) => route.routeKey.split(' ').length > 2 || !PATH.test(pathOf(route)))
    .map(
      ({ routeKey }) =>
        `The route key "${routeKey}" has no possible path: write one such as /webhooks/payments or /coupons/{code}, where a parameter is a whole segment, and none is {proxy+}.`,
    );
  const paths = [...new Set(all.map(pathOf))];
  const alike = [...new Set(paths.map(shapeOf))]
    .map((shape) => paths.filter((path) => shapeOf(path) === shape))
    .filter((found) => found.length > 1)
    .map(
      (found) =>
        `The paths ${found.join(' and ')} are one for API Gateway, which refuses or mixes their routes: name their parameters alike, or change a path.`,
    );
  const keys = all.map(({ routeKey }) => routeKey);
  const twice = [...new Set(keys.filter((key, at) => keys.indexOf(key) < at))].map(
    (key) =>
      `Two routes have the key "${key}", and API Gateway takes one: change a path, or take one out of functions/routes.ts.`,
  );
  return [...wrong, ...alike, ...twice];
};
