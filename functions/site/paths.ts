import { pathOf, type Row, routeKeysOf } from '../http/row';
import * as routes from '../routes';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const rows: readonly Row[] = Object.values(routes).filter((row) => row.routeKey !== '$default');

const routeKeys = rows.flatMap(routeKeysOf);

const allowAt = (path: string) =>
  METHODS.filter((method) => method === 'OPTIONS' || routeKeys.includes(`${method} ${path}`));

/** Maps each path of the service to its methods, in the order of the `Allow` header. */
export const paths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  rows
    .map(pathOf)
    .sort()
    .map((path) => [path, allowAt(path)]),
);

/** Removes slashes at the end. The lookbehind keeps the search linear in an address of many slashes. */
export const withoutSlash = (address: string) => address.replace(/(?<!\/)\/+$/, '');

/** Finds the path that matches an address, with the methods of the path. Ignores slashes at the end of the address. */
export const findPath = (address: string) => {
  const segments = withoutSlash(address).split('/');
  return Object.entries(paths).find(([path]) => {
    const wanted = withoutSlash(path).split('/');
    const matches = (word: string, segment = '') => (word === '{id}' ? segment !== '' : word === segment);
    return wanted.length === segments.length && wanted.every((word, i) => matches(word, segments[i]));
  });
};
